// Overnight financing of a position: units x mid price x annual rate / 365, per day. Half-even.
import { type Lots, type Money, money, type Price, RATE_SCALE, type Rate } from "./amount.ts";
import type { Contract } from "./contract.ts";
import type { Ratio } from "./ratio.ts";
import { divideHalfEven } from "./rounding.ts";

const DAYS_PER_YEAR = 365n;

/** Negative when the trader pays. */
export function financing(input: {
  contract: Contract;
  lots: Lots;
  bid: Price;
  ask: Price;
  annualRate: Rate;
  days: number;
  /** Quote currency to account currency. */
  conversion: Ratio;
}): Money {
  const { contract, conversion } = input;
  const twiceMid = BigInt(input.bid) + BigInt(input.ask);
  return money(
    divideHalfEven(
      twiceMid *
        BigInt(input.lots) *
        BigInt(contract.pointNumerator) *
        input.annualRate *
        BigInt(input.days) *
        conversion.numerator,
      2n * BigInt(contract.pointDenominator) * RATE_SCALE * DAYS_PER_YEAR * conversion.denominator,
    ),
  );
}
