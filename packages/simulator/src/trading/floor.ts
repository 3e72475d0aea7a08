// Who trades and what, in every seeded run: four markets of which some convert others, and a few
// accounts in both books, some of one owner.

import { type AccountId, accountId, type Book, type MarketTerms, marketId } from "@truetick/engine";
import { lots, rate } from "@truetick/money";

export type Trader = {
  readonly accountId: AccountId;
  readonly ownerId: number;
  readonly book: Book;
};

export const TRADERS: readonly Trader[] = [10, 11, 12, 13, 14, 15, 16, 17].map((id) => ({
  accountId: accountId(id),
  ownerId: Math.floor(id / 2),
  book: id < 16 ? "real" : "demo",
}));

export const PRICE_AGE_MAX_MS = 60_000;

const PAIR: MarketTerms = {
  marketId: marketId(1),
  version: 1,
  baseCurrency: "EUR",
  quoteCurrency: "USD",
  pricePrecision: 5,
  unitsPerLot: 100_000,
  lotsMin: lots(100),
  lotsMax: lots(1_000_000),
  lotStep: lots(100),
  leverages: [30, 100],
  marginMode: "floating",
  feeType: "notional",
  feeRate: rate(2_000n),
  priceAgeMaxMs: PRICE_AGE_MAX_MS,
  longRate: rate(-3_000_000n),
  shortRate: rate(1_000_000n),
  tripleDay: 3,
};

export type Ware = {
  readonly code: string;
  readonly terms: MarketTerms;
  readonly startPrice: number;
  readonly jumpLimitBps: number;
};

function wareOf(code: string, startPrice: number, own: Partial<MarketTerms>): Ware {
  return { code, startPrice, jumpLimitBps: 300, terms: { ...PAIR, ...own } };
}

const YEN = { quoteCurrency: "JPY", pricePrecision: 3, leverages: [100] } as const;

export const WARES: readonly Ware[] = [
  wareOf("EURUSD", 110_000, {}),
  wareOf("USDJPY", 150_000, {
    ...YEN,
    marketId: marketId(2),
    baseCurrency: "USD",
    marginMode: "fixed",
  }),
  wareOf("EURJPY", 165_000, {
    ...YEN,
    marketId: marketId(3),
    feeType: "lots",
    feeRate: rate(300_000_000n),
  }),
  wareOf("BTCUSD", 3_000_000, {
    marketId: marketId(4),
    baseCurrency: "BTC",
    pricePrecision: 2,
    unitsPerLot: 1,
    leverages: [2, 10],
    tripleDay: null,
  }),
];
