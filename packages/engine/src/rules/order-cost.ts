// What an order costs to open at a price: margin and fee, with the conversions they were made of.
import {
  fixedMargin,
  floatingMargin,
  type Lots,
  lotsFee,
  type Money,
  marginFee,
  money,
  notionalFee,
  type Price,
} from "@truetick/money";
import type { Refusal } from "../refusal.ts";
import type { MarketSlot } from "../state/market-slot.ts";
import type { Conversion, Prices } from "./prices.ts";

export type OrderCost = {
  readonly margin: Money;
  readonly fee: Money;
  /** margin + fee. */
  readonly total: Money;
  readonly quote: Conversion;
  /** Null in floating mode, which does not convert the base. */
  readonly base: Conversion | null;
};

type Size = { readonly lots: Lots; readonly leverage: number; readonly price: Price };

/** Refuses: CONVERSION_MISSING. */
export function costOf(market: MarketSlot, size: Size, prices: Prices): OrderCost | Refusal {
  const { terms, contract } = market;
  const quote = prices.convert(market.quotePath);
  if (quote === null) return { reason: "CONVERSION_MISSING", currency: terms.quoteCurrency };
  const isFixed = terms.marginMode === "fixed";
  const base = isFixed ? prices.convert(market.basePath) : null;
  if (isFixed && base === null) {
    return { reason: "CONVERSION_MISSING", currency: terms.baseCurrency ?? terms.quoteCurrency };
  }
  const margin =
    base === null
      ? floatingMargin({
          contract,
          lots: size.lots,
          leverage: size.leverage,
          price: size.price,
          conversion: quote.ratio,
        })
      : fixedMargin({
          contract,
          lots: size.lots,
          leverage: size.leverage,
          conversion: base.ratio,
        });
  const fee = feeOf(market, size, margin, quote);
  return { margin, fee, total: money(margin + fee), quote, base };
}

function feeOf(market: MarketSlot, size: Size, margin: Money, quote: Conversion): Money {
  const { feeType, feeRate } = market.terms;
  if (feeType === "margin") return marginFee(margin, feeRate);
  if (feeType === "lots") return lotsFee(size.lots, feeRate);
  return notionalFee({
    contract: market.contract,
    lots: size.lots,
    price: size.price,
    feeRate,
    conversion: quote.ratio,
  });
}
