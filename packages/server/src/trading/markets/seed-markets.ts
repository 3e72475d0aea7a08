// The markets a fresh sandbox starts with: real instruments with the usual terms of a retail
// broker (leverage caps of trading-rules §6). Written to the database once, when it is empty.
// Per category the terms that are shared; per row what is its own.

import type { CalendarId } from "../sessions/session-calendar.ts";
import type { MarketNameKey } from "./market-name.ts";
import type { CategoryTable, MarketTable } from "./market-table.ts";

export type MarketSeed = Omit<MarketTable, "id" | "markup_points">;

type Terms = {
  readonly leverage: number;
  readonly feeRate: number;
  readonly staleAfterSec: number;
  readonly jumpLimitBps: number;
  readonly tripleDay: number | null;
  readonly calendar: CalendarId;
  readonly lotsMax: number;
  /** Yearly, in percent: what a long and a short position are credited. */
  readonly financing: readonly [long: number, short: number];
};

const [WEDNESDAY, THURSDAY, FRIDAY] = [3, 4, 5];

const FOREX = {
  leverage: 20,
  feeRate: 0.00003,
  staleAfterSec: 60,
  jumpLimitBps: 50,
  tripleDay: WEDNESDAY,
  calendar: "currencies",
  lotsMax: 50,
  financing: [-2.5, -2.5],
} as const satisfies Terms;

const TERMS = {
  "forex-majors": { ...FOREX, leverage: 30 },
  "forex-minors": FOREX,
  metals: {
    leverage: 10,
    feeRate: 0.00003,
    staleAfterSec: 60,
    jumpLimitBps: 100,
    tripleDay: WEDNESDAY,
    calendar: "commodities",
    lotsMax: 20,
    financing: [-5.4, 2.2],
  },
  energies: {
    leverage: 10,
    feeRate: 0.00005,
    staleAfterSec: 120,
    jumpLimitBps: 200,
    tripleDay: FRIDAY,
    calendar: "commodities",
    lotsMax: 20,
    financing: [-4.8, -2.4],
  },
  indices: {
    leverage: 20,
    feeRate: 0.00003,
    staleAfterSec: 120,
    jumpLimitBps: 100,
    tripleDay: FRIDAY,
    calendar: "us-indices",
    lotsMax: 50,
    financing: [-6.4, 1.4],
  },
  shares: {
    leverage: 5,
    feeRate: 0.0005,
    staleAfterSec: 300,
    jumpLimitBps: 300,
    tripleDay: FRIDAY,
    calendar: "us-shares",
    lotsMax: 100,
    financing: [-6.9, 1.1],
  },
  crypto: {
    leverage: 2,
    feeRate: 0.0005,
    staleAfterSec: 30,
    jumpLimitBps: 300,
    tripleDay: null,
    calendar: "always",
    lotsMax: 20,
    financing: [-12, -3],
  },
} as const satisfies Record<string, Terms>;

type CategoryKey = keyof typeof TERMS;

type Name =
  | { readonly proper: string }
  | { readonly key: MarketNameKey }
  | { readonly region: string }
  | "currencies";

type Row = {
  readonly code: string;
  readonly display: string;
  readonly name: Name;
  readonly base: string | null;
  readonly quote: string;
  readonly unitsPerLot: number;
  readonly precision: number;
  /** Digits of the pip and behind it, as a price is typeset. */
  readonly pips: readonly [pip: number, fraction: number];
} & Partial<Terms>;

/** A currency pair: everything but its own financing follows from its name. */
function pair(code: string, financing: Terms["financing"], own: Partial<Terms> = {}): Row {
  const [base, quote] = [code.slice(0, 3), code.slice(3)];
  return {
    code,
    display: `${base}/${quote}`,
    name: "currencies",
    base,
    quote,
    unitsPerLot: 100_000,
    precision: quote === "JPY" ? 3 : 5,
    pips: [2, 1],
    financing,
    ...own,
  };
}

function metal(
  code: string,
  key: MarketNameKey,
  own: Pick<Row, "unitsPerLot" | "precision" | "pips"> & Partial<Terms>,
): Row {
  const base = code.slice(0, 3);
  return { code, display: `${base}/USD`, name: { key }, base, quote: "USD", ...own };
}

function energy(code: string, key: MarketNameKey, unitsPerLot: number): Row {
  const fixed = { base: null, quote: "USD", precision: 3, pips: [2, 1] } as const;
  return { code, display: code, name: { key }, unitsPerLot, ...fixed };
}

function index(
  code: string,
  own: Pick<Row, "quote" | "unitsPerLot"> & Partial<Row> & { region?: string },
): Row {
  const region = own.region ?? code.slice(0, 2);
  return {
    code,
    display: `${code.slice(0, 2)} ${code.slice(2)}`,
    name: { region },
    base: null,
    precision: 1,
    pips: [2, 1],
    ...own,
  };
}

function share(code: string, proper: string): Row {
  const fixed = { base: null, quote: "USD", unitsPerLot: 100, precision: 2 } as const;
  return { code, display: code, name: { proper }, pips: [2, 0], ...fixed };
}

function coin(
  base: string,
  proper: string,
  own: Pick<Row, "unitsPerLot" | "precision" | "pips">,
): Row {
  const code = `${base}USD`;
  return { code, display: `${base}/USD`, name: { proper }, base, quote: "USD", ...own };
}

const ROWS: Record<CategoryKey, readonly Row[]> = {
  "forex-majors": [
    pair("EURUSD", [-3, 1.2]),
    pair("GBPUSD", [-0.9, -0.7]),
    pair("USDJPY", [2.1, -4.3]),
    pair("USDCHF", [2.9, -5.1]),
    pair("AUDUSD", [-1.2, -0.4]),
    // Settles a day earlier than the others.
    pair("USDCAD", [0.6, -2.5], { tripleDay: THURSDAY }),
    pair("NZDUSD", [-2.2, 0.5]),
  ],
  "forex-minors": [
    pair("EURGBP", [-2.9, 0.9]),
    pair("EURJPY", [0.4, -2.6]),
    pair("EURCHF", [0.9, -3.1]),
    pair("EURAUD", [-2.6, 0.6]),
    pair("GBPJPY", [2.3, -4.6]),
    pair("GBPCHF", [2.8, -5.2]),
    pair("AUDJPY", [1.8, -4.1]),
    pair("AUDNZD", [0.2, -2.2]),
    pair("CADJPY", [0.9, -3.2]),
    pair("NZDJPY", [0.8, -3.1]),
    pair("USDSGD", [0.9, -3]),
    pair("USDHKD", [0.3, -2.6]),
    pair("USDMXN", [-5.9, 2.6]),
    pair("USDZAR", [-5.2, 1.9]),
    pair("USDSEK", [1.2, -3.4]),
    pair("USDNOK", [-1.4, -0.8]),
  ],
  metals: [
    metal("XAUUSD", "gold", { unitsPerLot: 100, precision: 2, pips: [2, 0], leverage: 20 }),
    metal("XAGUSD", "silver", { unitsPerLot: 5_000, precision: 3, pips: [2, 1] }),
    metal("XPTUSD", "platinum", { unitsPerLot: 100, precision: 2, pips: [2, 0] }),
    metal("XPDUSD", "palladium", { unitsPerLot: 100, precision: 2, pips: [2, 0] }),
  ],
  energies: [
    energy("WTI", "wti-crude-oil", 1_000),
    energy("BRENT", "brent-crude-oil", 1_000),
    energy("NATGAS", "natural-gas", 10_000),
  ],
  indices: [
    index("US500", { quote: "USD", unitsPerLot: 10 }),
    index("US100", { quote: "USD", unitsPerLot: 2 }),
    index("US30", { quote: "USD", unitsPerLot: 1 }),
    index("DE40", { quote: "EUR", unitsPerLot: 2, calendar: "european-indices" }),
    index("UK100", {
      quote: "GBP",
      unitsPerLot: 5,
      region: "GB",
      calendar: "uk-indices",
    }),
    index("EU50", { quote: "EUR", unitsPerLot: 10, region: "EZ", calendar: "european-indices" }),
    index("JP225", {
      quote: "JPY",
      unitsPerLot: 100,
      precision: 0,
      pips: [2, 0],
      calendar: "japanese-indices",
    }),
    index("HK50", {
      quote: "HKD",
      unitsPerLot: 10,
      precision: 0,
      pips: [2, 0],
      leverage: 10,
      calendar: "hong-kong-indices",
    }),
  ],
  shares: [
    share("AAPL", "Apple"),
    share("MSFT", "Microsoft"),
    share("NVDA", "NVIDIA"),
    share("AMZN", "Amazon"),
    share("GOOGL", "Alphabet"),
    share("META", "Meta Platforms"),
    share("TSLA", "Tesla"),
    share("AMD", "AMD"),
    share("JPM", "JPMorgan Chase"),
    share("KO", "Coca-Cola"),
  ],
  crypto: [
    coin("BTC", "Bitcoin", { unitsPerLot: 1, precision: 1, pips: [2, 1] }),
    coin("ETH", "Ethereum", { unitsPerLot: 10, precision: 2, pips: [2, 0] }),
    coin("SOL", "Solana", { unitsPerLot: 100, precision: 2, pips: [2, 0] }),
    coin("XRP", "XRP", { unitsPerLot: 10_000, precision: 4, pips: [2, 0] }),
    coin("BNB", "BNB", { unitsPerLot: 10, precision: 2, pips: [2, 0] }),
    coin("ADA", "Cardano", { unitsPerLot: 10_000, precision: 4, pips: [2, 0] }),
    coin("DOGE", "Dogecoin", { unitsPerLot: 100_000, precision: 5, pips: [2, 1] }),
    coin("LTC", "Litecoin", { unitsPerLot: 100, precision: 2, pips: [2, 0] }),
  ],
};

const LEVERAGE_STEPS = [1, 2, 5, 10, 20, 30];
const LOTS_SCALE = 10_000;
const RATE_SCALE = 100_000_000;

function toSeed(categoryId: CategoryKey, row: Row, place: number): MarketSeed {
  const terms: Terms = { ...TERMS[categoryId], ...row };
  const { name } = row;
  return {
    code: row.code,
    display_code: row.display,
    category_id: categoryId,
    place,
    proper_name: name !== "currencies" && "proper" in name ? name.proper : null,
    name_key: name !== "currencies" && "key" in name ? name.key : null,
    name_region: name !== "currencies" && "region" in name ? name.region : null,
    price_precision: row.precision,
    pip_digits: row.pips[0],
    fraction_digits: row.pips[1],
    base_currency: row.base,
    quote_currency: row.quote,
    leverages: LEVERAGE_STEPS.filter((step) => step <= terms.leverage),
    // A dollar lot needs the same dollars at any price; every other one moves with it.
    margin_mode: row.base === "USD" ? "fixed" : "floating",
    units_per_lot: row.unitsPerLot,
    lots_min_e4: LOTS_SCALE / 100,
    lots_max_e4: terms.lotsMax * LOTS_SCALE,
    lot_step_e4: LOTS_SCALE / 100,
    fee_rate_e8: scaled(terms.feeRate),
    financing_long_e8: scaled(terms.financing[0] / 100),
    financing_short_e8: scaled(terms.financing[1] / 100),
    triple_day: terms.tripleDay,
    stale_after_ms: terms.staleAfterSec * 1_000,
    jump_limit_bps: terms.jumpLimitBps,
    day_cut: categoryId === "crypto" ? "utc" : "new-york",
    session_calendar: terms.calendar,
  };
}

/** The literals above have few digits: rounding only undoes their binary spelling. */
function scaled(rate: number): bigint {
  return BigInt(Math.round(rate * RATE_SCALE));
}

// Object.keys widens; the object above has exactly these keys.
const CATEGORY_IDS = Object.keys(ROWS) as CategoryKey[];

export const CATEGORY_SEEDS: readonly CategoryTable[] = CATEGORY_IDS.map((id, i) => ({
  id,
  place: i + 1,
}));

export const MARKET_SEEDS: readonly MarketSeed[] = CATEGORY_IDS.flatMap((id) =>
  ROWS[id].map((row) => [id, row] as const),
).map(([id, row], i) => toSeed(id, row, i + 1));
