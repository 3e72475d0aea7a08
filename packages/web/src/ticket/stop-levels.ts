// Stop loss and take profit as people think of them: a price, a distance in pips, or an amount of
// money. Pure and exact: money and distance become a price of the market's own points, and a price
// says what it risks. Money is never risked beyond what was typed: the stop is rounded nearer.

import type { Side } from "@truetick/contract";
import {
  type Contract,
  divideDown,
  divideUp,
  formatDecimal,
  formatPrice,
  type Lots,
  longProfit,
  type Money,
  type Price,
  parseDecimal,
  parseMoney,
  parsePrice,
  price as priceOf,
  type Ratio,
  shortProfit,
} from "@truetick/money";

export type StopKind = "stopLoss" | "takeProfit";
export type StopBy = "price" | "distance" | "amount";

export const STOP_WAYS = ["price", "distance", "amount"] as const satisfies readonly StopBy[];

/** What the order is, as far as its stops care. */
export type StopGround = {
  readonly side: Side;
  /** What it opens at: the quote's side, or the target of a pending order. */
  readonly openPrice: Price;
  readonly lots: Lots;
  readonly contract: Contract;
  readonly fractionDigits: number;
  /** Quote currency to account currency; null while nobody can tell. */
  readonly conversion: Ratio | null;
};

export type StopReading =
  | { readonly isOk: true; readonly level: Price }
  | { readonly isOk: false; readonly problem: "unreadable" | "tooNear" | "tooFar" | "noRate" };

const failed = (problem: Exclude<StopReading, { isOk: true }>["problem"]) =>
  ({ isOk: false, problem }) as const;

/** 1: the level lies above the opening price; -1: below. */
function directionOf(kind: StopKind, side: Side): 1 | -1 {
  return (kind === "takeProfit") === (side === "buy") ? 1 : -1;
}

function levelAt(ground: StopGround, kind: StopKind, points: bigint): StopReading {
  if (points <= 0n) return failed("tooNear");
  const level = BigInt(ground.openPrice) + points * BigInt(directionOf(kind, ground.side));
  if (level <= 0n || level > BigInt(Number.MAX_SAFE_INTEGER)) return failed("tooFar");
  return { isOk: true, level: priceOf(Number(level)) };
}

/** How many points of price make this much money, at this size. */
function pointsOf(amount: Money, kind: StopKind, ground: StopGround): bigint | null {
  const { lots, contract, conversion } = ground;
  if (!conversion) return null;
  const perPoint = BigInt(lots) * BigInt(contract.pointNumerator) * conversion.numerator;
  if (perPoint <= 0n) return null;
  const money = amount * BigInt(contract.pointDenominator) * conversion.denominator;
  return kind === "stopLoss" ? divideDown(money, perPoint) : divideUp(money, perPoint);
}

/** Where a stop stands; `plain` is what was typed, as a plain decimal. */
export function readStop(
  plain: string | null,
  { kind, by }: { readonly kind: StopKind; readonly by: StopBy },
  ground: StopGround,
): StopReading {
  if (plain === null) return failed("unreadable");
  if (by === "price") {
    const level = parsePrice(plain, ground.contract.pricePrecision);
    return level === null ? failed("unreadable") : { isOk: true, level };
  }
  if (by === "distance") {
    const points = parseDecimal(plain, ground.fractionDigits);
    return points === null ? failed("unreadable") : levelAt(ground, kind, points);
  }
  const amount = parseMoney(plain);
  if (amount === null) return failed("unreadable");
  const points = pointsOf(amount, kind, ground);
  return points === null ? failed("noRate") : levelAt(ground, kind, points);
}

/** Profit of closing there, before fees; null while there is no rate. */
export function profitAt(level: Price, ground: StopGround): Money | null {
  const { side, openPrice, lots, contract, conversion } = ground;
  if (!conversion) return null;
  const input = { contract, lots, openPrice, closePrice: level, conversion };
  return side === "buy" ? longProfit(input) : shortProfit(input);
}

/** How far a level is from the opening price, in pips, without a sign. */
export function pipsTo(level: Price, { openPrice, fractionDigits }: StopGround): string {
  const points = BigInt(level) - BigInt(openPrice);
  return formatDecimal(points < 0n ? -points : points, fractionDigits);
}

const CENT_DECIMALS = 2;
const MILLIONTHS_PER_CENT = 10_000n;

/** The same level told another way, for a reader who changes his mind about how to say it. */
export function tellStop(level: Price, by: StopBy, ground: StopGround): string {
  if (by === "price") return formatPrice(level, ground.contract.pricePrecision);
  if (by === "distance") return pipsTo(level, ground);
  const profit = profitAt(level, ground);
  if (profit === null) return "";
  const size = profit < 0n ? -profit : profit;
  // Up, so that reading it back as money at risk comes to the same point and not one nearer.
  return formatDecimal(divideUp(size, MILLIONTHS_PER_CENT), CENT_DECIMALS);
}
