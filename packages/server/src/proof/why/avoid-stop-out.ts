// What would have kept an account above its level at the quotes of that moment, everything else the
// same: more money, a smaller position, a stop-loss that closes it before. Each is the least that
// suffices, valued by the engine's own formulas. Pure.

import type { WhyAvoided } from "@truetick/contract/proof";
import {
  formatMoney,
  formatRate,
  isLevelAtMost,
  type Money,
  money,
  rate,
  shareDown,
} from "@truetick/money";
import { closingPrice, type Digits, lotsText, priceText, profitOf, quoteOf } from "./figures.ts";
import type { HeldPosition } from "./held-positions.ts";
import { type Scene, type SceneValue, valueScene } from "./scene.ts";
import type { TapeQuote } from "./tape-quotes.ts";

const RATE_PER_PERCENT = 1_000_000n;

/** The least that puts equity / used above the percentage. */
function missingFunds({ equity, used }: SceneValue, percent: bigint): Money {
  return money((used * percent) / 100n - equity + 1n);
}

export function avoidByFunds(value: SceneValue, percent: bigint): WhyAvoided {
  return {
    kind: "funds",
    amount: formatMoney(missingFunds(value, percent)),
    level: formatRate(rate(percent * RATE_PER_PERCENT)),
  };
}

export const STOP_OUT_PERCENT = 50n;

export type Avoiding = {
  readonly scene: Scene;
  readonly value: SceneValue;
  readonly position: HeldPosition;
  readonly digits: Digits;
};

function withPosition(scene: Scene, position: HeldPosition): Scene {
  const positions = scene.positions.map((known) =>
    known.orderId === position.orderId ? position : known,
  );
  return { ...scene, positions };
}

/** The account with this much less of the position, as if that had never been held. */
export function withFewerLots(scene: Scene, position: HeldPosition, fewer: number): Scene {
  const margin = money(position.margin - shareDown(position.margin, fewer, position.lots));
  return withPosition(scene, { ...position, lots: position.lots - fewer, margin });
}

/** Null: the position was winning, or even without nearly all of it the level is too low. */
export function avoidByLots({ scene, value, position }: Avoiding): WhyAvoided | null {
  if (profitOf(value, position.orderId) >= 0n) return null;
  const market = scene.markets.find(({ terms }) => terms.marketId === position.marketId);
  if (!market) return null;
  const step = market.terms.lotStep;
  const isEnough = (steps: number): boolean => {
    const then = valueScene(withFewerLots(scene, position, steps * step));
    return then !== null && !isLevelAtMost(then.equity, then.used, STOP_OUT_PERCENT);
  };
  const most = Math.ceil(position.lots / step) - 1;
  if (most < 1 || !isEnough(most)) return null;
  const steps = leastWhere(isEnough, { from: 1, to: most });
  return {
    kind: "lots",
    order: String(position.orderId),
    market: String(position.marketId),
    lots: lotsText(steps * step),
    left: lotsText(position.lots - steps * step),
  };
}

/** The least number of a range for which it holds; it holds at the end of the range. */
function leastWhere(
  holds: (candidate: number) => boolean,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The stop-loss furthest away that suffices when it is filled at its level. Where the price jumped
 * over that level it would have been filled at the same bad price: then the one at the quote before
 * the jump. Null: none between the open price and the fill suffices.
 */
export function avoidByStop(
  { scene, value, position, digits }: Avoiding,
  before: TapeQuote | null,
): WhyAvoided | null {
  const { orderId, marketId, openPrice } = position;
  const quote = quoteOf(scene, marketId);
  const now = closingPrice(position, quote);
  const sign = position.side === "buy" ? 1 : -1;
  const reach = (openPrice - now) * sign;
  if (reach <= 0) return null;
  const isEnough = (points: number): boolean =>
    suffices({ scene, value, position, closedAt: now + sign * points });
  if (!isEnough(reach)) return null;
  const found = leastWhere(isEnough, { from: 0, to: reach });
  const last = before === null ? 0 : (closingPrice(position, before) - now) * sign;
  const jumped = found > 0 && found < last;
  if (jumped && last > reach) return null;
  return {
    kind: "stop",
    order: String(orderId),
    market: String(marketId),
    price: priceText(now + sign * (jumped ? last : found), digits(marketId)),
    jumped,
  };
}

/** Whether the level holds when this position was closed at that price, the others as they are. */
export function suffices({
  scene,
  value,
  position,
  closedAt,
}: Omit<Avoiding, "digits"> & { readonly closedAt: number }): boolean {
  const quote = quoteOf(scene, position.marketId);
  const shift = closedAt - closingPrice(position, quote);
  const moved = { ...quote, bid: quote.bid + shift, ask: quote.ask + shift };
  const quotes = scene.quotes.map((known) => (known === quote ? moved : known));
  const alone = valueScene({ ...scene, quotes, positions: [position] });
  if (!alone) return false;
  const { orderId, margin } = position;
  const equity = value.equity - profitOf(value, orderId) + profitOf(alone, orderId);
  return !isLevelAtMost(money(equity), money(value.used - margin), STOP_OUT_PERCENT);
}
