// A trailing stop at opening: its distance in pips as the points of the wire, and where it stands
// at first, measured as the engine does from the price that would close. Pure and exact.

import type { Side } from "@truetick/contract";
import { type Price, parseDecimal, price as priceOf } from "@truetick/money";

export type TrailingReading =
  /** The level is null while nobody can tell the price it is measured from. */
  | { readonly isOk: true; readonly points: number; readonly level: Price | null }
  | { readonly isOk: false; readonly problem: "unreadable" | "tooNear" | "tooFar" };

/** The wire's own bound for points. */
const POINTS_MAX = 999_999_999n;

export function readTrailing(
  plain: string | null,
  ground: {
    readonly side: Side;
    readonly closePrice: Price | null;
    readonly fractionDigits: number;
  },
): TrailingReading {
  const points = plain === null ? null : parseDecimal(plain, ground.fractionDigits);
  if (points === null) return { isOk: false, problem: "unreadable" };
  if (points === 0n) return { isOk: false, problem: "tooNear" };
  if (points > POINTS_MAX) return { isOk: false, problem: "tooFar" };
  const { closePrice } = ground;
  const distance = Number(points);
  if (closePrice === null) return { isOk: true, points: distance, level: null };
  const level = ground.side === "buy" ? closePrice - distance : closePrice + distance;
  if (level <= 0) return { isOk: false, problem: "tooFar" };
  return { isOk: true, points: distance, level: priceOf(level) };
}
