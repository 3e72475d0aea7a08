// What is traded on the floor of a test, and the quotes that it gives by hand. Used by
// trading-floor.ts.

import { type MarketTerms, marketId } from "@truetick/engine";
import { lots, parsePrice, rate } from "@truetick/money";
import type { Sequencer } from "../trading/sequencer/sequencer.ts";
import type { FakeClock } from "./fake-clock.ts";

const FOREX = {
  version: 1,
  pricePrecision: 5,
  unitsPerLot: 100_000,
  lotsMin: lots(100),
  lotsMax: lots(500_000),
  lotStep: lots(100),
  leverages: [10, 30, 100],
  marginMode: "floating",
  feeType: "notional",
  feeRate: rate(0n),
  priceAgeMaxMs: 60_000,
  longRate: rate(0n),
  shortRate: rate(0n),
  tripleDay: null,
} as const;

function terms(id: number, own: Partial<MarketTerms>): MarketTerms {
  return { ...FOREX, marketId: marketId(id), baseCurrency: "EUR", quoteCurrency: "USD", ...own };
}

const YEN = { baseCurrency: "USD", quoteCurrency: "JPY", pricePrecision: 3 } as const;

/** What is traded here, by code. */
export const FLOOR_MARKETS: Readonly<Record<string, MarketTerms>> = {
  EURUSD: terms(1, {}),
  USDJPY: terms(2, YEN),
  FIXJPY: terms(3, { ...YEN, marginMode: "fixed" }),
  GBPUSD: terms(4, { baseCurrency: "GBP", feeRate: rate(3_000n) }),
  NOLEVERAGE: terms(5, { leverages: [] }),
  GOLD: terms(6, { baseCurrency: "XAU", pricePrecision: 2, unitsPerLot: 100, leverages: [20] }),
};

export const FLOOR_LIST = Object.entries(FLOOR_MARKETS).map(
  ([code, { marketId: id, pricePrecision }]) => {
    const displayCode = `${code.slice(0, 3)}/${code.slice(3)}`;
    return { id: String(id), code, displayCode, pricePrecision };
  },
);

export function termsOf(code: string): MarketTerms {
  const found = FLOOR_MARKETS[code];
  if (!found) throw new Error(`Invariant: ${code} is traded here`);
  return found;
}

export function giveQuote(
  sequencer: Sequencer,
  clock: FakeClock,
  quote: { readonly code: string; readonly bid: string; readonly ask: string },
): void {
  const { marketId: id, pricePrecision } = termsOf(quote.code);
  const bid = parsePrice(quote.bid, pricePrecision);
  const ask = parsePrice(quote.ask, pricePrecision);
  if (bid === null || ask === null) throw new Error("Invariant: a quote has two prices");
  const seq = (sequencer.newestQuote(id)?.seq ?? 0) + 1;
  const isTaken = sequencer.takeQuote({ marketId: id, seq, bid, ask, atMs: clock.now() });
  if (!isTaken) throw new Error("Invariant: the quote is taken");
}
