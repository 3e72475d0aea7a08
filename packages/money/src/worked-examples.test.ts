// Figures printed by brokers and by other people's test suites, recomputed with our formulas. The
// account currency differs from case to case: it is whatever the conversion leads to. Cases that
// our rules do not cover are listed with the reason; a case that is in neither list fails.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import { describe, expect, test } from "vitest";
import { type Lots, lots, money, type Price, parseLots, parsePrice, parseRate } from "./amount.ts";
import { contractOf } from "./contract.ts";
import { lotsFee } from "./fee.ts";
import { financing } from "./financing.ts";
import { marginLevel } from "./level.ts";
import { fixedMargin, floatingMargin } from "./margin.ts";
import { longProfit, shortProfit } from "./profit.ts";
import { invertRatio, midRatio, PAR, type Ratio } from "./ratio.ts";

type Case = {
  readonly id: string;
  readonly expected: Readonly<Record<string, number>>;
  readonly tolerance: Readonly<Record<string, number>>;
};

const file = join(env.MARKET_DATA_DIR ?? "../shared/data", "worked-examples.json");
const PRECISION = 5;

const fx = contractOf({ unitsPerLot: 100_000, pricePrecision: PRECISION });
const unit = contractOf({ unitsPerLot: 1, pricePrecision: PRECISION });

function at(text: string): Price {
  const parsed = parsePrice(text, PRECISION);
  if (parsed === null) throw new Error(`not a price: ${text}`);
  return parsed;
}

function size(text: string): Lots {
  return parseLots(text) ?? lots(0);
}

/** One unit of a currency is worth this much of the account currency. */
function worth(text: string): Ratio {
  return midRatio({ bid: at(text), ask: at(text), pricePrecision: PRECISION });
}

const usd = (millionths: bigint) => Number(millionths) / 1e6;

function fixed(lotsText: string, leverage: number, conversion: Ratio): number {
  return usd(fixedMargin({ contract: fx, lots: size(lotsText), leverage, conversion }));
}

function floating(units: string, priceText: string, leverage: number, conversion = PAR): number {
  return usd(
    floatingMargin({
      contract: unit,
      lots: size(units),
      price: at(priceText),
      leverage,
      conversion,
    }),
  );
}

function long(units: string, open: string, close: string, conversion = PAR): number {
  const input = { contract: unit, lots: size(units), openPrice: at(open), closePrice: at(close) };
  return usd(longProfit({ ...input, conversion }));
}

function short(units: string, open: string, close: string, conversion = PAR): number {
  const input = { contract: unit, lots: size(units), openPrice: at(open), closePrice: at(close) };
  return usd(shortProfit({ ...input, conversion }));
}

function overnight(units: string, priceText: string, annual: string): number {
  return usd(
    financing({
      contract: unit,
      lots: size(units),
      bid: at(priceText),
      ask: at(priceText),
      annualRate: parseRate(annual) ?? (0n as never),
      days: 1,
      conversion: PAR,
    }),
  );
}

function perLot(lotsText: string, amount: string): number {
  return usd(lotsFee(size(lotsText), parseRate(amount) ?? (0n as never)));
}

function ratioNumber(ratio: Ratio): number {
  return Number(ratio.numerator) / Number(ratio.denominator);
}

function levelPercent(equity: bigint, used: number): number {
  return Number(marginLevel(money(equity), money(BigInt(Math.round(used * 1e6))))) / 1e6;
}

/** What our formulas make of each case, by the names the case expects. */
const COVERED: Readonly<Record<string, () => Record<string, number>>> = {
  "margin-fx-eurusd-usd-and-jpy": () => ({
    margin_eur: fixed("0.1", 500, PAR),
    margin_usd: fixed("0.1", 500, worth("1.0028")),
    margin_jpy: fixed("0.1", 500, worth("137.44")),
  }),
  "margin-audjpy-eur-account": () => ({
    margin_aud: fixed("1", 100, PAR),
    margin_eur: fixed("1", 100, invertRatio(worth("1.59106"))),
  }),
  "margin-ftse-cfd-usd-account": () => ({
    margin_gbp: floating("50", "7015.55", 100),
    margin_usd: floating("50", "7015.55", 100, worth("1.35469")),
  }),
  "margin-eurusd-eur-account": () => ({ margin_eur: fixed("1", 50, PAR) }),
  "margin-eurusd-1-400": () => {
    const margin = floating("10000", "1.15", 400);
    return {
      margin_usd: margin,
      equity_at_margin_call: margin * 0.7,
      equity_at_stop_out: margin * 0.5,
    };
  },
  "margin-tier-eurusd": () => ({ margin_eur: fixed("5", 30, PAR) }),
  "margin-tier-usdjpy-200": () => ({ margin_usd: fixed("200", 50, PAR) }),
  "margin-gbpusd-5pct": () => ({
    notional_usd: floating("100000", "1.3", 1),
    margin_usd: floating("100000", "1.3", 20),
  }),
  "margin-level-usdjpy": () => ({
    level_at_10000: levelPercent(10_000_000_000n, fixed("1", 100, PAR)),
    level_at_5000: levelPercent(5_000_000_000n, fixed("1", 100, PAR)),
  }),
  "oanda-account-de30-short": () => {
    const margin = floating("20", "9948.9", 20);
    const equity = 48_695.658 + short("20", "9984.7", "9950.6");
    const closeoutEquity = 48_695.658 + short("20", "9984.7", "9949.8");
    const callPercent = floating("20", "9949.8", 20) / closeoutEquity;
    return {
      marginUsed: margin,
      NAV: equity,
      marginAvailable: equity - margin,
      marginCloseoutNAV: closeoutEquity,
      marginCloseoutPercent: callPercent / 2,
      marginCallPercent: callPercent,
    };
  },
  "oanda-close-eurusd-eur-account": () => {
    const profit = long("100", "1.09448", "1.09289", invertRatio(worth("1.09289")));
    return { pl_eur: profit, balance_before: 33_848.1208 - profit };
  },
  "pl-gbpchf-usd-account": () => ({ pl_usd: long("1000", "2.1443", "2.1452", worth("1.1025")) }),
  "pl-usdcad-short-win": () => ({ pl_cad: short("10000", "1.35", "1.349") }),
  "pl-gbpusd-long": () => ({ pl_usd: long("100000", "1.4918", "1.4925") }),
  "pl-eurgbp-usd-account": () => ({ pl_usd: long("200000", "0.8648", "0.8702", worth("1.5287")) }),
  "pl-gold-long-win": () => ({
    pl_usd: long("100", "1206.2", "1224.5"),
    value_of_0_01: long("100", "1206.20", "1206.21"),
  }),
  "pl-eurusd-10-lots": () => ({ pl_usd: long("1000000", "1.23456", "1.23556") }),
  "pl-xau-short": () => ({ pl_usd: short("100", "1900", "1890") }),
  "pip-value-eurusd": () => ({ pip_value_usd: long("100000", "1.1", "1.1001") }),
  "pip-value-usdchf": () => ({ pip_value_chf: long("100000", "0.9", "0.9001") }),
  "spread-cost-eurusd": () => ({ cost_usd: -long("10000", "1.10018", "1.10000") }),
  "spread-cost-btc": () => ({ cost_usd: -long("1", "60030", "60000") }),
  "commission-ctrader-eurusd": () => {
    const side = perLot("1", "2.25");
    return { per_side_eur: side, round_turn_eur: 2 * side };
  },
  "commission-fxpro-eurusd": () => {
    const side = perLot("1", "3.5");
    return { per_side_eur: side, round_turn_eur: 2 * side };
  },
  "financing-oanda-eurusd": () => ({ financing_usd: overnight("100000", "1.15826", "-0.03") }),
  "financing-index-long": () => ({ paid_aud: -overnight("20", "5510", "-0.055") }),
  "financing-uk100-long": () => ({ charge_gbp: -overnight("10", "5905", "-0.03") }),
  "fx-convert-mid-usdjpy": () => {
    const mid = midRatio({ bid: at("110.1"), ask: at("110.13"), pricePrecision: PRECISION });
    return { usd_to_jpy: ratioNumber(mid), jpy_to_usd: ratioNumber(invertRatio(mid)) };
  },
};

const NOT_COVERED: Readonly<Record<string, string>> = {
  "margin-oanda-v20-eurgbp":
    "values and re-margins positions at mid; our margin is frozen at the fill",
  "margin-hedge-full-50pct": "hedging is without discount here: every order holds its own margin",
  "margin-hedge-ctrader-larger-leg": "the same: margin is per order, not per netted leg",
  "nautilus-margin-audusd":
    "a margin percentage on top of leverage; our only divisor is the leverage",
  "commission-mt4-eur-account":
    "commission in base currency at approximate rates; our per-lot fee is in account currency",
  "swap-points-short": "swap in points; our financing is an annual rate",
  "swap-percent-share-long": "a year of 360 days, rounded to cents; ours has 365 and millionths",
  "swap-currency-index-long": "swap in money per lot; our financing is an annual rate",
  "financing-saxo-share": "a year of 360 days",
  "premium-cross-eurchf": "a year of 360 days, converted at bid; ours converts at mid",
};

describe.skipIf(!existsSync(file))("worked examples, found through MARKET_DATA_DIR", () => {
  const cases: readonly Case[] = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8")).cases
    : [];

  test("every case is either covered or listed with a reason", () => {
    const known = [...Object.keys(COVERED), ...Object.keys(NOT_COVERED)].sort();
    expect(cases.map(({ id }) => id).sort()).toEqual(known);
  });

  test.each(cases.filter(({ id }) => id in COVERED))("$id", ({ id, expected, tolerance }) => {
    const computed = COVERED[id]?.() ?? {};
    expect(Object.keys(computed).sort()).toEqual(Object.keys(expected).sort());
    for (const [name, figure] of Object.entries(expected)) {
      const off = Math.abs((computed[name] ?? Number.NaN) - figure);
      expect(off, name).toBeLessThanOrEqual((tolerance[name] ?? tolerance["*"] ?? 0) + 1e-9);
    }
  });
});
