// Margin of an order, frozen at its fill. Rounded up.
import { type Lots, type Money, money, type Price } from "./amount.ts";
import { type Contract, contractShareUp, unitPoints } from "./contract.ts";
import type { Ratio } from "./ratio.ts";

/** Fixed mode: units of the base currency over leverage; the price does not matter. */
export function fixedMargin(input: {
  contract: Contract;
  lots: Lots;
  leverage: number;
  /** Base currency to account currency. */
  conversion: Ratio;
}): Money {
  const { contract, lots, leverage, conversion } = input;
  const share = { numerator: 1, denominator: leverage, conversion };
  return money(contractShareUp(contract, unitPoints(contract), lots, share));
}

/** Otherwise: the notional at the price over leverage. */
export function floatingMargin(input: {
  contract: Contract;
  lots: Lots;
  price: Price;
  leverage: number;
  /** Quote currency to account currency. */
  conversion: Ratio;
}): Money {
  const { contract, lots, price, leverage, conversion } = input;
  const share = { numerator: 1, denominator: leverage, conversion };
  return money(contractShareUp(contract, price, lots, share));
}
