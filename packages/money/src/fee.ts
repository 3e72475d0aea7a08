// The fee at opening, in its three kinds. Rounded up.
import {
  LOTS_SCALE,
  type Lots,
  MONEY_SCALE,
  type Money,
  money,
  type Price,
  RATE_SCALE,
  type Rate,
} from "./amount.ts";
import { type Contract, contractShareUp } from "./contract.ts";
import type { Ratio } from "./ratio.ts";
import { divideUp } from "./rounding.ts";
import { numberOf } from "./whole.ts";

const RATE_SCALE_NUMBER = Number(RATE_SCALE);

/** A share of the margin as it was booked. */
export function marginFee(margin: Money, feeRate: Rate): Money {
  return money(divideUp(margin * feeRate, RATE_SCALE));
}

/** An amount of the account currency per lot. */
export function lotsFee(lots: Lots, feeRate: Rate): Money {
  return money(divideUp(BigInt(lots) * feeRate * MONEY_SCALE, LOTS_SCALE * RATE_SCALE));
}

/** A share of the notional. */
export function notionalFee(input: {
  contract: Contract;
  lots: Lots;
  price: Price;
  feeRate: Rate;
  /** Quote currency to account currency. */
  conversion: Ratio;
}): Money {
  const { contract, lots, price, conversion } = input;
  const share = {
    numerator: numberOf(input.feeRate),
    denominator: RATE_SCALE_NUMBER,
    conversion,
  };
  return money(contractShareUp(contract, price, lots, share));
}
