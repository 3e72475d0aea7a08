// What leaders did, from the rows of the journal: what was opened, closed, reduced or given other
// stops, and who lost everything; and what followers have set as their own limits. Pure.
// Invariants: one step holds at most one deed of an order, so that what a plan stands on is known
// when it is made; a follower's limits are a step of their own, so that they hold for what comes
// after; an order that is opened and closed in one row was never there to be copied.

import type {
  Event,
  LimitsSet,
  OrderClosed,
  OrderOpened,
  OrderReduced,
  StopsSet,
  TrailingSet,
} from "@truetick/engine";
import { type Lots, lots } from "@truetick/money";
import type { Gathered } from "../../trading/journal-follower.ts";
import type { Committed } from "../../trading/sequencer/sequencer.ts";
import type { FollowBook } from "./follow-book.ts";

type At = { readonly shard: number; readonly seq: number; readonly place: number };

export type Deed =
  | (At & { readonly kind: "open"; readonly event: OrderOpened; readonly lots: Lots })
  | (At & { readonly kind: "reduce"; readonly event: OrderReduced; readonly closed: Lots })
  | (At & { readonly kind: "close"; readonly event: OrderClosed })
  | (At & { readonly kind: "stops"; readonly event: StopsSet })
  | (At & { readonly kind: "trailing"; readonly event: TrailingSet })
  | (At & { readonly kind: "limits"; readonly event: LimitsSet })
  | (At & { readonly kind: "blown"; readonly accountId: number });

/** Each may be copied thousands of times. */
const DEEDS_PER_STEP = 20;

type Known = Pick<FollowBook, "isLeader" | "isFollower">;

export function gatherDeeds(known: Known, rows: Iterable<Committed>): Gathered<readonly Deed[]> {
  const deeds: Deed[] = [];
  const orders = new Set<number>();
  let lastSeq: number | null = null;
  for (const row of rows) {
    const own = deedsOf(known, row);
    const isFull = deeds.length > 0 && deeds.length + own.length > DEEDS_PER_STEP;
    const isOfKnown = own.some((deed) => orders.has(orderOf(deed)));
    const isLimiting = own.some(({ kind }) => kind === "limits");
    if (isFull || isOfKnown || (isLimiting && deeds.length > 0)) return { step: deeds, lastSeq };
    if (isLimiting) return { step: own, lastSeq: row.seq };
    for (const deed of own) {
      deeds.push(deed);
      if (orderOf(deed) !== NO_ORDER) orders.add(orderOf(deed));
    }
    lastSeq = row.seq;
  }
  return { step: deeds, lastSeq: null };
}

const NO_ORDER = -1;

function orderOf(deed: Deed): number {
  return deed.kind === "blown" || deed.kind === "limits" ? NO_ORDER : deed.event.orderId;
}

function deedsOf(known: Known, { shard, seq, events }: Committed): readonly Deed[] {
  const others: Deed[] = [];
  const byOrder = new Map<number, Deed | null>();
  for (const [place, event] of events.entries()) {
    const deed = deedOf(known, event, { shard, seq, place });
    if (deed === null) continue;
    const order = orderOf(deed);
    if (order === NO_ORDER) others.push(deed);
    else byOrder.set(order, fold(byOrder.get(order), deed));
  }
  return [...[...byOrder.values()].filter((deed) => deed !== null), ...others];
}

function deedOf(known: Known, event: Event, at: At): Deed | null {
  if (event.type === "LimitsSet") {
    return known.isFollower(event.accountId) ? { kind: "limits", ...at, event } : null;
  }
  if (!("accountId" in event) || !known.isLeader(event.accountId)) return null;
  switch (event.type) {
    case "OrderOpened":
      return { kind: "open", ...at, event, lots: event.lots };
    case "OrderReduced":
      return { kind: "reduce", ...at, event, closed: event.lots };
    case "OrderClosed":
      return { kind: "close", ...at, event };
    case "StopsSet":
      return { kind: "stops", ...at, event };
    case "TrailingSet":
      return { kind: "trailing", ...at, event };
    case "BalanceProtected":
      return { kind: "blown", ...at, accountId: event.accountId };
    default:
      return null;
  }
}

/** Two deeds of one order in one row are one; null: nothing is left to copy. */
function fold(before: Deed | null | undefined, deed: Deed): Deed | null {
  if (!before) return deed;
  if (before.kind === "open") {
    if (deed.kind === "close") return null;
    if (deed.kind === "reduce") return { ...before, lots: deed.event.lotsLeft };
    return before;
  }
  if (before.kind === "reduce" && deed.kind === "reduce") {
    return { ...deed, closed: lots(before.closed + deed.closed) };
  }
  return deed;
}
