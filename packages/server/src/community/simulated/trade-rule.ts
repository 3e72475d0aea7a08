// What a simulated trader does at a moment: a function of its style, its open orders, prices that
// are over and the moment itself, so that the same past gives the same trades. Pure; sizes and
// refusals are the engine's matter, as for everybody.

import type { Side } from "@truetick/engine";
import type { TraderStyle } from "./trader-style.ts";

const HOUR_MS = 3_600_000;
/** How finely a stretch is looked at for its extremes. */
const EXTREME_LOOKS = 12;

/** An order that is open, as far as a rule cares. */
export type HeldOrder = {
  readonly market: string;
  readonly side: Side;
  readonly openedAtMs: number;
};

export type Sight = {
  readonly atMs: number;
  /** Bid at a moment that is over, in points; null where there is none. */
  readonly priceAt: (market: string, atMs: number) => number | null;
  /** Which side is paid more for a night. */
  readonly carrySide: (market: string) => Side;
};

export type NewOrder = {
  readonly market: string;
  readonly side: Side;
  /** Points away from the price; null: none. */
  readonly stopDistance: number | null;
  readonly targetDistance: number | null;
};

/** Whether what is held is let go: it took too long, or the belief has turned. */
export function isOver(style: TraderStyle, held: HeldOrder, sight: Sight): boolean {
  if (sight.atMs - held.openedAtMs >= style.holdHoursMax * HOUR_MS) return true;
  if (style.belief !== "trend") return false;
  const side = beliefIn(style, held.market, sight);
  return side !== null && side !== held.side;
}

/** The order it wants now; null: none. */
export function wantedOrder(
  style: TraderStyle,
  held: readonly HeldOrder[],
  sight: Sight,
): NewOrder | null {
  const { alias, markets, openMax, eagerness, stop, target } = style;
  if (held.length >= openMax || chanceOf(alias, "looks", sight.atMs) >= eagerness) return null;
  const market = markets[Math.floor(chanceOf(alias, "market", sight.atMs) * markets.length)];
  if (!market) return null;
  const side = beliefIn(style, market, sight);
  const price = sight.priceAt(market, sight.atMs);
  if (side === null || price === null) return null;
  const distance = (share: number | null) => (share === null ? null : Math.ceil(price * share));
  return { market, side, stopDistance: distance(stop), targetDistance: distance(target) };
}

function beliefIn(style: TraderStyle, market: string, sight: Sight): Side | null {
  const { belief, lookbackHours, moveMin, alias } = style;
  const { atMs, priceAt } = sight;
  if (belief === "carry") return sight.carrySide(market);
  if (belief === "luck") return chanceOf(alias, "side", atMs) < 0.5 ? "buy" : "sell";
  const now = priceAt(market, atMs);
  const before = priceAt(market, atMs - lookbackHours * HOUR_MS);
  if (now === null || before === null) return null;
  if (belief === "breakout") return breakoutOf(style, market, sight);
  const move = (now - before) / before;
  if (Math.abs(move) < moveMin) return null;
  return move > 0 === (belief === "trend") ? "buy" : "sell";
}

/** Beyond every price of the stretch: it goes on there. */
function breakoutOf({ lookbackHours }: TraderStyle, market: string, sight: Sight): Side | null {
  const now = sight.priceAt(market, sight.atMs) ?? 0;
  const step = (lookbackHours * HOUR_MS) / EXTREME_LOOKS;
  const prices = Array.from(
    { length: EXTREME_LOOKS },
    (_, nth) => sight.priceAt(market, sight.atMs - (nth + 1) * step) ?? now,
  );
  if (prices.every((price) => now > price)) return "buy";
  return prices.every((price) => now < price) ? "sell" : null;
}

/** A number from 0 to 1 that belongs to this trader, question and moment (FNV-1a, mixed). */
function chanceOf(alias: string, question: string, atMs: number): number {
  let hash = 0x811c9dc5;
  for (const letter of `${alias}/${question}/${atMs}`) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
