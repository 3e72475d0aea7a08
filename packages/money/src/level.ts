// Margin level: equity over used margin. Shown cut to a hundred-millionth; compared exactly.
import { type Money, RATE_SCALE, type Rate, rate } from "./amount.ts";
import { divideDown } from "./rounding.ts";

/** equity / used; null when nothing is used. */
export function marginLevel(equity: Money, used: Money): Rate | null {
  return used === 0n ? null : rate(divideDown(equity * RATE_SCALE, used));
}

/** Whether equity / used <= percent, without dividing. False when nothing is used. */
export function isLevelAtMost(equity: Money, used: Money, percent: bigint): boolean {
  return used > 0n && equity * 100n <= used * percent;
}

/** The part of an amount that belongs to `part` of `whole` lots, rounded down. */
export function shareDown(amount: Money, part: number, whole: number): Money {
  return divideDown(amount * BigInt(part), BigInt(whole)) as Money;
}
