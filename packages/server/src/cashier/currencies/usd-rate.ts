// What one unit of a currency is worth in USD: fixed by its rail, or the middle of the newest quote
// of one of our markets, with the row of the tape it is from. Used by deposits and by withdrawals.
// Invariant: a rate is an exact fraction; it is rounded once, where an amount is booked.

import { isDealt, type MarketView } from "@truetick/engine";
import {
  divideHalfEven,
  formatDecimal,
  invertRatio,
  MONEY_DECIMALS,
  type Money,
  midRatio,
  money,
  parseDecimal,
  powerOfTen,
  type Ratio,
} from "@truetick/money";
import type { Clock } from "../../platform/clock.ts";
import type { MarketFinder } from "../../trading/markets/market-directory.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";

/** Units that one USD buys have this many places on the wire and in the tables. */
export const PRICE_DECIMALS = 12;

export type UsdRate = {
  /** USD for one unit. */
  readonly usdPerUnit: Ratio;
  /** The row of the tape; null: fixed by the rail. */
  readonly source: { readonly market: string; readonly seq: number } | null;
};

export type PricedCurrency = {
  readonly code: string;
  /** Units that one USD buys, as a decimal; null: `marketCode` says it. */
  readonly fixedPrice: string | null;
  readonly marketCode: string | null;
};

/** Null while there is no price to go by. */
export type UsdRates = (currency: PricedCurrency) => Promise<UsdRate | null>;

export function createUsdRates(parts: {
  readonly read: Sequencer["read"];
  readonly findMarket: MarketFinder;
  readonly clock: Pick<Clock, "now">;
}): UsdRates {
  const { read, findMarket, clock } = parts;
  return async ({ code, fixedPrice, marketCode }) => {
    if (fixedPrice !== null) return fixedRate(fixedPrice);
    const market = marketCode === null ? null : findMarket(marketCode);
    if (!market) return null;
    const view = await read((books) => books.market(market.marketId));
    const usdPerUnit = view && marketRatio(view, code, clock.now());
    if (!usdPerUnit || !view.quote) return null;
    return { usdPerUnit, source: { market: market.code, seq: view.quote.seq } };
  };
}

function fixedRate(unitsPerUsd: string): UsdRate | null {
  const units = parseDecimal(unitsPerUsd, PRICE_DECIMALS);
  if (units === null || units === 0n) return null;
  return {
    usdPerUnit: { numerator: powerOfTen(PRICE_DECIMALS), denominator: units },
    source: null,
  };
}

/** Friday's close is a price on Tuesday after Easter; older than that it is history. */
const CLOSED_AGE_MAX_MS = 4 * 86_400_000;

/**
 * A market that its calendar has closed has its last price for a while. One that is open and
 * silent, or that was halted because something is wrong, has none that can be believed.
 */
function marketRatio(view: MarketView, code: string, nowMs: number): Ratio | null {
  const { quote, terms, session, isStale } = view;
  if (!quote) return null;
  if (session === "halted" || session === "delisted") return null;
  const ageMs = nowMs - quote.atMs;
  const isOld = isDealt(session)
    ? isStale || ageMs > terms.priceAgeMaxMs
    : ageMs > CLOSED_AGE_MAX_MS;
  if (isOld) return null;
  const mid = midRatio({ ...quote, pricePrecision: terms.pricePrecision });
  const { baseCurrency, quoteCurrency } = terms;
  if (baseCurrency === code && quoteCurrency === "USD") return mid;
  return baseCurrency === "USD" && quoteCurrency === code ? invertRatio(mid) : null;
}

/** USD for an amount in units of 10^-decimals, half-even. */
export function usdWorth(amount: bigint, decimals: number, { usdPerUnit }: UsdRate): Money {
  const { numerator, denominator } = usdPerUnit;
  return money(
    divideHalfEven(
      amount * numerator * powerOfTen(MONEY_DECIMALS),
      denominator * powerOfTen(decimals),
    ),
  );
}

/** Units that one USD buys, as people and the wire read it. */
export function priceText({ usdPerUnit }: UsdRate): string {
  const { numerator, denominator } = invertRatio(usdPerUnit);
  const units = divideHalfEven(numerator * powerOfTen(PRICE_DECIMALS), denominator);
  return plainDecimal(formatDecimal(units, PRICE_DECIMALS));
}

/** Without zeros that say nothing. */
export function plainDecimal(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}
