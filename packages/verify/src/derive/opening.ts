// An opening, made again: the side of the quote, the level that fired, margin and fee by the terms
// and the conversions that are named. Answers what does not come out.

import type { MarketTerms, OrderOpened, OrderPlaced } from "@truetick/engine";
import {
  contractOf,
  fixedMargin,
  floatingMargin,
  type Lots,
  lotsFee,
  type Money,
  marginFee,
  notionalFee,
  type Price,
  type Ratio,
} from "@truetick/money";
import { ACCOUNT_CURRENCY, convertAlong, type KnownTerms } from "./conversion.ts";
import type { Fault } from "./fault.ts";

export function openingFaults(event: OrderOpened, terms: MarketTerms, known: KnownTerms): Fault[] {
  const { fill, side, openPrice, lots, leverage } = event;
  const faults: Fault[] = [];
  const say = (check: Fault["check"], detail: string) => faults.push({ check, detail });
  const price = side === "buy" ? fill.ask : fill.bid;
  if (fill.price !== price || openPrice !== price) {
    say("fill", `a ${side} opens at ${price}, not at ${openPrice}`);
  }
  const isReached = isTargetReached(event);
  if (!isReached) say("fill", `the level ${fill.level} was not reached at ${price}`);
  if (!terms.leverages.includes(leverage)) say("terms", `a leverage of ${leverage} is not offered`);
  const quote = convertAlong(fill.quoteConversion, terms.quoteCurrency, known);
  if ("fault" in quote) return [...faults, { check: "amounts", detail: quote.fault }];
  const isFixed = terms.marginMode === "fixed";
  const base = isFixed ? convertAlong(fill.baseConversion, terms.baseCurrency ?? "", known) : quote;
  if ("fault" in base) return [...faults, { check: "amounts", detail: base.fault }];
  const size = { lots, leverage, price };
  const cost = costOf(terms, size, { quote: quote.ratio, base: base.ratio });
  if (cost.margin !== event.margin) {
    say("amounts", `the margin comes to ${cost.margin}, not to ${event.margin}`);
  }
  if (cost.fee !== event.fee) say("amounts", `the fee comes to ${cost.fee}, not to ${event.fee}`);
  return faults;
}

/** Of a pending order: what it reserves at its target, where nothing is converted. */
export function placingFaults(event: OrderPlaced, terms: MarketTerms): Fault[] {
  if (terms.quoteCurrency !== ACCOUNT_CURRENCY || terms.marginMode === "fixed") return [];
  const par = convertAlong([], ACCOUNT_CURRENCY, new Map());
  if ("fault" in par) return [];
  const { lots, leverage, target } = event;
  const ratios = { quote: par.ratio, base: par.ratio };
  const { margin, fee } = costOf(terms, { lots, leverage, price: target }, ratios);
  if (margin === event.margin && fee === event.fee) return [];
  const detail = `margin and fee come to ${margin} and ${fee}, not to ${event.margin} and`;
  return [{ check: "amounts", detail: `${detail} ${event.fee}` }];
}

function isTargetReached({ fill, side, wasPending }: OrderOpened): boolean {
  const { rule, level, price } = fill;
  if (rule === "market") return !wasPending && level === null;
  if (!wasPending || level === null || (rule !== "limit" && rule !== "stop")) return false;
  const mustBeLow = (rule === "limit") === (side === "buy");
  return mustBeLow ? price <= level : price >= level;
}

type Size = { readonly lots: Lots; readonly leverage: number; readonly price: Price };
type Ratios = { readonly quote: Ratio; readonly base: Ratio };

function costOf(terms: MarketTerms, size: Size, ratios: Ratios): { margin: Money; fee: Money } {
  const contract = contractOf(terms);
  const { lots, price } = size;
  const margin =
    terms.marginMode === "fixed"
      ? fixedMargin({ contract, ...size, conversion: ratios.base })
      : floatingMargin({ contract, ...size, conversion: ratios.quote });
  const { feeType, feeRate } = terms;
  if (feeType === "margin") return { margin, fee: marginFee(margin, feeRate) };
  if (feeType === "lots") return { margin, fee: lotsFee(lots, feeRate) };
  const conversion = ratios.quote;
  return { margin, fee: notionalFee({ contract, lots, price, feeRate, conversion }) };
}
