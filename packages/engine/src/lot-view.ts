// What one lot of a market costs at the quote of now, for its public sheet: margin at each
// leverage, fee, and a night on either side. By the formulas that charge it.
import { LOTS_SCALE, type Lots, lots, type Money } from "@truetick/money";
import type { ConversionPath } from "./fill.ts";
import { NIGHT_DAYS, nightCharge } from "./rules/night-charge.ts";
import { costOf } from "./rules/order-cost.ts";
import { Prices } from "./rules/prices.ts";
import type { State } from "./state/state.ts";

export type LotView = {
  /** Of a buy at the ask, one for each leverage on offer. */
  readonly margins: readonly { readonly leverage: number; readonly margin: Money }[];
  /** Of opening at the ask, at the highest leverage; null where no leverage is on offer. */
  readonly fee: Money | null;
  /** One night: below zero is paid. */
  readonly longNight: Money;
  readonly shortNight: Money;
  /** How the quote currency became the account's. */
  readonly conversion: ConversionPath;
};

/** Null: no such market, or a quote is missing, its own or one of the conversion. */
export function lotView(state: State, marketId: number): LotView | null {
  const market = state.marketOf(marketId);
  const prices = new Prices(0);
  if (market === null || !prices.isQuoted(market)) return null;
  const conversion = prices.convert(market.quotePath);
  if (conversion === null) return null;
  const one: Lots = lots(Number(LOTS_SCALE));
  const price = prices.openingOf(market, false);
  const costs = market.terms.leverages.flatMap((leverage) => {
    const cost = costOf(market, { lots: one, leverage, price }, prices);
    return "reason" in cost ? [] : [{ leverage, margin: cost.margin, fee: cost.fee }];
  });
  const night = { lots: one, days: NIGHT_DAYS, conversion };
  return {
    margins: costs.map(({ leverage, margin }) => ({ leverage, margin })),
    fee: costs.at(-1)?.fee ?? null,
    longNight: nightCharge(market, { ...night, isSell: false }, prices),
    shortNight: nightCharge(market, { ...night, isSell: true }, prices),
    conversion: conversion.path,
  };
}
