// What a position pays (below zero) or earns over nights, at the mid of the quote that is seen and
// the rate of its side. The one formula of the charge at the cut, of the preview and of the sheet:
// what is shown is what is charged (P18).
import { financing, type Lots, type Money, price } from "@truetick/money";
import type { MarketSlot } from "../state/market-slot.ts";
import type { Conversion, Prices } from "./prices.ts";

/** What a night counts as on every day but the triple one. */
export const NIGHT_DAYS = 1;

export type Night = {
  readonly isSell: boolean;
  readonly lots: Lots;
  readonly days: number;
  /** Of the quote currency. */
  readonly conversion: Conversion;
};

export function nightCharge(market: MarketSlot, night: Night, prices: Prices): Money {
  const { contract, terms } = market;
  return financing({
    contract,
    lots: night.lots,
    bid: price(prices.bidOf(market)),
    ask: price(prices.askOf(market)),
    annualRate: night.isSell ? terms.shortRate : terms.longRate,
    days: night.days,
    conversion: night.conversion.ratio,
  });
}
