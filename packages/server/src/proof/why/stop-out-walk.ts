// A stop-out as the journal has it, closing by closing, each with the account before and after it;
// and by which of the two rules the positions were taken. The rule is an owner's setting that no
// table keeps, so it is read off what was done: the one under which everybody who was passed over
// could not be closed. Pure.

import type { WhyObstacle } from "@truetick/contract/proof";
import type { OrderClosed, OrderReduced, StopOutOrder } from "@truetick/engine";
import { type HeldPosition, heldAfter } from "./held-positions.ts";
import { type Scene, type SceneValue, valueScene } from "./scene.ts";
import type { OwnEvent } from "./why-row.ts";

export type Closing = {
  readonly event: OrderClosed | OrderReduced;
  readonly before: Scene;
  readonly beforeValue: SceneValue;
  readonly after: Scene;
  readonly afterValue: SceneValue;
};

export type Walk = {
  readonly closings: readonly Closing[];
  /** The account when all was done, protection included. */
  readonly end: Scene;
  readonly endValue: SceneValue;
};

export function valueNamed(scene: Scene): SceneValue {
  const value = valueScene(scene);
  if (!value) throw new Error("Invariant: a stop-out names every quote it was decided by (inv35)");
  return value;
}

/** `events`: those of the account that follow its StoppedOut. */
export function walkStopOut(scene: Scene, events: readonly OwnEvent[]): Walk {
  const closings: Closing[] = [];
  let now = scene;
  for (const event of events) {
    const after: Scene = { ...now, ...heldAfter(now, event) };
    if (event.type === "OrderClosed" || event.type === "OrderReduced") {
      closings.push({
        event,
        before: now,
        beforeValue: valueNamed(now),
        after,
        afterValue: valueNamed(after),
      });
    }
    now = after;
  }
  return { closings, end: now, endValue: valueNamed(now) };
}

/** Who stands before the chosen one by the rule; the oldest of equals comes first. */
export function passedOver({ event, before, beforeValue }: Closing, rule: StopOutOrder) {
  const isAhead = (left: HeldPosition, right: HeldPosition): boolean => {
    const [mine, theirs] =
      rule === "most-margin"
        ? [right.margin, left.margin]
        : [beforeValue.profits.get(left.orderId), beforeValue.profits.get(right.orderId)];
    if (mine === theirs) return left.orderId < right.orderId;
    return (mine ?? 0n) < (theirs ?? 0n);
  };
  const chosen = before.positions.find(({ orderId }) => orderId === event.orderId);
  if (!chosen) throw new Error("Invariant: what is closed was held");
  return before.positions.filter((position) => position !== chosen && isAhead(position, chosen));
}

/** What the books know to have stood in the way; null: open, and fresh by its age. */
export function obstacleOf(scene: Scene, marketId: number, atMs: number): WhyObstacle | null {
  const market = scene.markets.find(({ terms }) => terms.marketId === marketId);
  const quote = scene.quotes.find((known) => known.marketId === marketId);
  if (!market || !quote) return "stale";
  const { session } = market;
  if (session === "closed-closing-only") return "closed";
  if (session !== "open" && session !== "closing-only") return session;
  return atMs - quote.atMs > market.terms.priceAgeMaxMs ? "stale" : null;
}

export function ruleOf({ closings }: Pick<Walk, "closings">, atMs: number): StopOutOrder {
  const closedIn = new Set(closings.map(({ event }) => event.marketId as number));
  const unexplained = (rule: StopOutOrder): number => {
    let count = 0;
    for (const closing of closings) {
      for (const { marketId } of passedOver(closing, rule)) {
        if (closedIn.has(marketId)) return Number.POSITIVE_INFINITY;
        if (obstacleOf(closing.before, marketId, atMs) === null) count += 1;
      }
    }
    return count;
  };
  return unexplained("most-losing") < unexplained("most-margin") ? "most-losing" : "most-margin";
}
