// How each simulated market is made of factors: its middle price, its weights, its usual spread
// (in price) and how often it ticks. Currency pairs are not listed with weights of their own:
// each currency has a value in dollars, and a pair is the ratio of two, so that EUR/JPY is
// EUR/USD x USD/JPY at every moment. Levels are those of autumn 2025.

import type { ActivityClock } from "./activity.ts";
import { FACTORS, type FactorName, factorIndex } from "./factors.ts";

type Weights = Readonly<Partial<Record<FactorName, number>>>;

export type MarketModel = {
  readonly code: string;
  readonly anchor: number;
  /** Factor number and weight, in log price. */
  readonly weights: readonly (readonly [factor: number, weight: number])[];
  /** Whose hours it keeps. */
  readonly clock: ActivityClock;
  readonly spread: number;
  readonly ticksPerSecond: number;
};

const CURRENCIES: Record<string, { readonly dollars: number; readonly weights: Weights }> = {
  USD: { dollars: 1, weights: {} },
  EUR: { dollars: 1.158, weights: { dollar: -1, europe: 1, EUR: 1 } },
  GBP: { dollars: 1.3147, weights: { dollar: -1, europe: 0.8, GBP: 1, risk: 0.1 } },
  JPY: { dollars: 1 / 153.3, weights: { dollar: -1, JPY: 1, risk: -0.15 } },
  CHF: { dollars: 1 / 0.8015, weights: { dollar: -1, europe: 0.9, CHF: 1, risk: -0.1 } },
  AUD: { dollars: 0.6532, weights: { dollar: -1, pacific: 1, AUD: 1, risk: 0.3 } },
  CAD: { dollars: 1 / 1.402, weights: { dollar: -0.8, CAD: 1, risk: 0.15, oil: 0.04 } },
  NZD: { dollars: 0.5682, weights: { dollar: -1, pacific: 1, NZD: 1, risk: 0.28 } },
  SGD: { dollars: 1 / 1.3012, weights: { dollar: -0.6, pacific: 0.2, SGD: 1 } },
  // Pegged to the dollar: hardly moves.
  HKD: { dollars: 1 / 7.782, weights: { HKD: 1 } },
  MXN: { dollars: 1 / 18.352, weights: { dollar: -0.7, MXN: 1, risk: 0.3 } },
  ZAR: { dollars: 1 / 17.146, weights: { dollar: -1, ZAR: 1, risk: 0.3, metals: 0.15 } },
  SEK: { dollars: 1 / 9.478, weights: { dollar: -1, europe: 1, SEK: 1, risk: 0.2 } },
  NOK: { dollars: 1 / 10.083, weights: { dollar: -1, europe: 0.9, NOK: 1, risk: 0.2, oil: 0.06 } },
};

/** Pair, usual spread in price, ticks per second. */
const PAIRS: readonly (readonly [code: string, spread: number, ticksPerSecond: number])[] = [
  ["EURUSD", 0.00007, 3.2],
  ["GBPUSD", 0.00009, 2.6],
  ["USDJPY", 0.008, 3],
  ["USDCHF", 0.00011, 1.7],
  ["AUDUSD", 0.00008, 2],
  ["USDCAD", 0.0001, 1.7],
  ["NZDUSD", 0.00012, 1.4],
  ["EURGBP", 0.0001, 1.4],
  ["EURJPY", 0.012, 1.6],
  ["EURCHF", 0.00013, 1],
  ["EURAUD", 0.00017, 1],
  ["GBPJPY", 0.018, 1.6],
  ["GBPCHF", 0.0002, 0.8],
  ["AUDJPY", 0.013, 1.1],
  ["AUDNZD", 0.00018, 0.7],
  ["CADJPY", 0.014, 0.8],
  ["NZDJPY", 0.016, 0.7],
  ["USDSGD", 0.00018, 0.6],
  ["USDHKD", 0.00025, 0.4],
  ["USDMXN", 0.006, 0.8],
  ["USDZAR", 0.009, 0.8],
  ["USDSEK", 0.0035, 0.7],
  ["USDNOK", 0.0038, 0.7],
];

type Row = readonly [
  code: FactorName,
  anchor: number,
  spread: number,
  ticksPerSecond: number,
  weights: Weights,
];

/** Markets with a factor of their own name; its weight is 1 and goes without saying. */
const OTHERS: readonly Row[] = [
  ["XAUUSD", 4086, 0.36, 2.2, { metals: 1, dollar: -0.5 }],
  ["XAGUSD", 50.43, 0.024, 1.5, { metals: 1.4, dollar: -0.4 }],
  ["XPTUSD", 1552, 1.6, 0.8, { metals: 0.9, dollar: -0.3 }],
  ["XPDUSD", 1398, 3.2, 0.6, { metals: 0.8, risk: 0.3 }],
  ["WTI", 60.86, 0.03, 1.6, { oil: 1, risk: 0.2 }],
  ["BRENT", 64.62, 0.03, 1.5, { oil: 1, risk: 0.2 }],
  ["NATGAS", 4.42, 0.006, 1, { oil: 0.2 }],
  ["US500", 6812.6, 0.5, 2.2, { risk: 1 }],
  ["US100", 25_310, 1.6, 2.4, { risk: 1.05, technology: 0.6 }],
  ["US30", 47_350, 2.4, 1.6, { risk: 0.9 }],
  ["DE40", 24_109, 1.2, 1.6, { risk: 0.7, "european-shares": 1.1 }],
  ["UK100", 9720, 1.1, 1.2, { risk: 0.5, "european-shares": 0.8 }],
  ["EU50", 5710, 1.4, 1.2, { risk: 0.7, "european-shares": 1.1 }],
  ["JP225", 50_845, 7, 1.2, { risk: 0.55, "asian-shares": 1, JPY: -0.3 }],
  ["HK50", 26_480, 6, 1, { risk: 0.4, "asian-shares": 1.1 }],
  ["AAPL", 271.4, 0.05, 0.9, { risk: 1.1, technology: 0.7 }],
  ["MSFT", 508.2, 0.09, 0.8, { risk: 1, technology: 0.7 }],
  ["NVDA", 190.2, 0.04, 1.2, { risk: 1.4, technology: 1.2 }],
  ["AMZN", 237.5, 0.06, 0.8, { risk: 1.15, technology: 0.7 }],
  ["GOOGL", 278.6, 0.06, 0.8, { risk: 1.05, technology: 0.7 }],
  ["META", 612.3, 0.14, 0.7, { risk: 1.15, technology: 0.8 }],
  ["TSLA", 408.9, 0.11, 1.1, { risk: 1.5, technology: 0.9 }],
  ["AMD", 248.7, 0.08, 0.8, { risk: 1.4, technology: 1.3 }],
  ["JPM", 305.8, 0.08, 0.5, { risk: 1 }],
  ["KO", 71.32, 0.03, 0.4, { risk: 0.35 }],
  ["BTCUSD", 101_850, 18.5, 2.8, { coins: 1, risk: 0.4 }],
  ["ETHUSD", 3413, 1.1, 2.2, { coins: 1.15, risk: 0.4 }],
  ["SOLUSD", 155.2, 0.12, 1.4, { coins: 1.2, risk: 0.4 }],
  ["XRPUSD", 2.421, 0.0014, 1.2, { coins: 1 }],
  ["BNBUSD", 958, 0.7, 1, { coins: 0.8 }],
  ["ADAUSD", 0.5614, 0.0005, 0.9, { coins: 1.15 }],
  ["DOGEUSD", 0.17212, 0.00012, 1, { coins: 1.2 }],
  ["LTCUSD", 99.5, 0.11, 0.8, { coins: 1 }],
];

function toModel(
  row: Pick<MarketModel, "code" | "anchor" | "spread" | "ticksPerSecond">,
  weights: Weights,
): MarketModel {
  const entries = Object.entries(weights)
    .filter(([, weight]) => weight !== 0)
    // Object.entries widens the key; it can only be one of ours.
    .map(([name, weight]) => [factorIndex(name as FactorName), weight] as const);
  const [lead] = [...entries].sort((a, b) => sway(b) - sway(a));
  const clock = FACTORS[lead?.[0] ?? 0]?.clock ?? "currencies";
  return { ...row, weights: entries, clock };
}

/** How much a factor moves the market: the most swaying one gives the market its hours. */
function sway([factor, weight]: readonly [number, number]): number {
  return Math.abs(weight) * (FACTORS[factor]?.dailyPercent ?? 0);
}

function currency(code: string) {
  const found = CURRENCIES[code];
  if (!found) throw new Error(`Invariant: the currency ${code} is in the table`);
  return found;
}

function pairModel([code, spread, ticksPerSecond]: (typeof PAIRS)[number]): MarketModel {
  const base = currency(code.slice(0, 3));
  const quote = currency(code.slice(3));
  const weights: Partial<Record<FactorName, number>> = { ...base.weights };
  for (const [key, weight] of Object.entries(quote.weights)) {
    const name = key as FactorName;
    weights[name] = (weights[name] ?? 0) - weight;
  }
  return toModel({ code, anchor: base.dollars / quote.dollars, spread, ticksPerSecond }, weights);
}

function otherModel([code, anchor, spread, ticksPerSecond, weights]: Row): MarketModel {
  return toModel({ code, anchor, spread, ticksPerSecond }, { ...weights, [code]: 1 });
}

export const MARKET_MODELS: ReadonlyMap<string, MarketModel> = new Map(
  [...PAIRS.map(pairModel), ...OTHERS.map(otherModel)].map((model) => [model.code, model]),
);
