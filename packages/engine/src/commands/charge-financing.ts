// Overnight financing of one market at one New York cut: one ledger line per position, at the mid
// of the newest quote, for what was open at the cut and for nothing that opened since. Three days
// on the triple day; such markets have no cut on Saturday and Sunday. The server knows the
// calendar; the command brings moment, date and weekday. Refuses: MARKET_UNKNOWN,
// CUT_ALREADY_CHARGED, QUOTE_STALE and CONVERSION_MISSING before the first quote.
import { lots, price } from "@truetick/money";
import type { ChargeFinancing } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import type { MarketTerms } from "../market.ts";
import type { OrderId } from "../order.ts";
import { Draft } from "../rules/draft.ts";
import { ordersOfMarket } from "../rules/find-order.ts";
import { nightCharge } from "../rules/night-charge.ts";
import { type Conversion, Prices } from "../rules/prices.ts";
import { f64, i32 } from "../state/columns.ts";
import type { MarketSlot } from "../state/market-slot.ts";
import type { State } from "../state/state.ts";

const SUNDAY = 0;
const SATURDAY = 6;

export function chargeFinancing(state: State, command: ChargeFinancing): Decision {
  const { marketId, cutDate, cutAtMs, atMs } = command;
  const market = state.marketOf(marketId);
  if (market === null) return refuse({ reason: "MARKET_UNKNOWN", marketId });
  if (cutDate <= market.lastCutDate) {
    return refuse({ reason: "CUT_ALREADY_CHARGED", marketId, cutDate });
  }
  const draft = new Draft(state, new Prices(atMs));
  const days = daysOf(market.terms, command.weekday);
  const { orders } = state;
  const positions = ordersOfMarket(state, market).filter(
    (slot) => orders.isHolding(slot) && f64(orders.openedAtMs, slot) < cutAtMs,
  );
  if (days > 0 && positions.length > 0) {
    const { priceAgeMaxMs, quoteCurrency } = market.terms;
    if (market.seq === 0) {
      return refuse({ reason: "QUOTE_STALE", marketId, ageMs: null, ageMaxMs: priceAgeMaxMs });
    }
    const conversion = draft.prices.convert(market.quotePath);
    if (conversion === null) {
      return refuse({ reason: "CONVERSION_MISSING", currency: quoteCurrency });
    }
    for (const slot of positions)
      chargePosition(draft, { slot, market, conversion, days, cutDate });
  }
  draft.emit({ type: "MarketCut", atMs, marketId, cutDate, days });
  return accept(draft.events);
}

function daysOf({ tripleDay }: MarketTerms, weekday: number): number {
  if (tripleDay === null) return 1;
  if (weekday === SATURDAY || weekday === SUNDAY) return 0;
  return weekday === tripleDay ? 3 : 1;
}

type Charge = {
  readonly slot: number;
  readonly market: MarketSlot;
  readonly conversion: Conversion;
  readonly days: number;
  readonly cutDate: number;
};

function chargePosition(draft: Draft, { slot, market, conversion, days, cutDate }: Charge): void {
  const { orders } = draft.state;
  const { marketId, longRate, shortRate } = market.terms;
  const isSell = orders.isSell(slot);
  const annualRate = isSell ? shortRate : longRate;
  const size = lots(f64(orders.lots, slot));
  const quote = { bid: price(market.bid), ask: price(market.ask) };
  const amount = nightCharge(market, { isSell, lots: size, days, conversion }, draft.prices);
  if (amount === 0n) return;
  const account = draft.account(i32(orders.account, slot));
  const id = f64(orders.orderId, slot) as OrderId;
  const why = { cause: "financing", causeId: id } as const;
  const movement = draft.moveFromHouse(account, "financing", amount, why);
  draft.emit({
    type: "FinancingCharged",
    atMs: draft.atMs,
    orderId: id,
    accountId: account.accountId,
    book: account.book,
    marketId,
    cutDate,
    days,
    lots: size,
    annualRate,
    seq: market.seq,
    ...quote,
    quoteConversion: conversion.path,
    amount,
    movements: [movement],
  });
}
