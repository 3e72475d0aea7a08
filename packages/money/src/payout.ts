// What a withdrawal pays out: max(0, (amount - fee) x rate). The estimate a trader sees and the
// amount that is sent come from this one function (P18, inv24).
import { MONEY_DECIMALS, type Money, money, RATE_SCALE, type Rate, ZERO_MONEY } from "./amount.ts";
import { powerOfTen, type Ratio } from "./ratio.ts";
import { divideHalfEven, divideUp } from "./rounding.ts";

/** The fee of a withdrawal: an amount, or a share of what is withdrawn (rounded up). */
export type PayoutFee =
  | { readonly kind: "fixed"; readonly fee: Money }
  | { readonly kind: "share"; readonly rate: Rate };

export function payoutFee(amount: Money, fee: PayoutFee): Money {
  return fee.kind === "fixed" ? fee.fee : money(divideUp(amount * fee.rate, RATE_SCALE));
}

/** In units of 10^-decimals of the payout currency, half-even, never below zero. */
export function payoutEstimate(input: {
  amount: Money;
  fee: PayoutFee;
  /** Units of the payout currency that one unit of the account currency buys. */
  rate: Ratio;
  decimals: number;
}): bigint {
  const net = input.amount - payoutFee(input.amount, input.fee);
  if (net <= ZERO_MONEY) return 0n;
  return divideHalfEven(
    net * input.rate.numerator * powerOfTen(input.decimals),
    input.rate.denominator * powerOfTen(MONEY_DECIMALS),
  );
}
