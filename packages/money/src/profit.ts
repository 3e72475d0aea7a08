// Profit of an order: the way the price went, times the units, converted once. Leverage never
// multiplies it. Rounded half-even.
import { type Lots, type Money, money, type Price } from "./amount.ts";
import { type Contract, contractValue } from "./contract.ts";
import type { Ratio } from "./ratio.ts";

export type ProfitInput = {
  contract: Contract;
  lots: Lots;
  openPrice: Price;
  /** The bid for a long, the ask for a short. */
  closePrice: Price;
  /** Quote currency to account currency. */
  conversion: Ratio;
};

export function longProfit(input: ProfitInput): Money {
  const points = input.closePrice - input.openPrice;
  return money(contractValue(input.contract, points, input.lots, input.conversion));
}

export function shortProfit(input: ProfitInput): Money {
  const points = input.openPrice - input.closePrice;
  return money(contractValue(input.contract, points, input.lots, input.conversion));
}
