// The levels of an order that is open, as typed into its popup: nothing and zero mean none. Pure.

import type { Market, Order } from "@truetick/contract";
import {
  contractOf,
  formatMoney,
  formatPrice,
  type Price,
  parseLots,
  parsePrice,
  type Ratio,
} from "@truetick/money";
import type { Notation } from "@truetick/ui";
import { readNumber } from "../ticket/read-number.ts";
import { pipsTo, profitAt, type StopGround } from "../ticket/stop-levels.ts";

export type ReadLevel =
  | { readonly isOk: true /** Null: none. */; readonly level: string | null }
  | { readonly isOk: false };

export function readLevel(
  typed: string,
  pricePrecision: number,
  notation: Pick<Notation, "decimalMark">,
): ReadLevel {
  if (typed.trim() === "") return { isOk: true, level: null };
  const plain = readNumber(typed, notation);
  if (plain === null) return { isOk: false };
  if (!/[1-9]/.test(plain)) return { isOk: true, level: null };
  const level = parsePrice(plain, pricePrecision);
  return level === null
    ? { isOk: false }
    : { isOk: true, level: formatPrice(level, pricePrecision) };
}

export type LevelOutcome = { readonly profit: string | null; readonly pips: string };

/** What closing there would make, and how far that is from the price that would close it now. */
export function outcomeOf(
  level: string,
  order: Order,
  { market, conversion }: { readonly market: Market; readonly conversion: Ratio | null },
): LevelOutcome | null {
  const { pricePrecision, fractionDigits } = market;
  const parse = (text: string | null): Price | null =>
    text === null ? null : parsePrice(text, pricePrecision);
  const at = parse(level);
  const openPrice = parse(order.openPrice ?? order.askedPrice);
  const now = parse(order.closingPrice ?? order.askedPrice);
  const lots = parseLots(order.lots);
  if (at === null || openPrice === null || now === null || lots === null) return null;
  const contract = contractOf({ unitsPerLot: Number(market.unitsPerLot), pricePrecision });
  const ground: StopGround = {
    side: order.side,
    openPrice,
    lots,
    contract,
    fractionDigits,
    conversion,
  };
  const profit = profitAt(at, ground);
  return {
    profit: profit === null ? null : formatMoney(profit),
    pips: pipsTo(at, { ...ground, openPrice: now }),
  };
}
