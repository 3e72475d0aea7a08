// What can change about a market, as texts and as the trading area's own types. Read by the desk,
// by proposals, by whoever applies them, and by the public list of changes. Invariants: what was
// read from a text prints as that text again; the contract of a market is not in here.

import { MARKET_FIELDS, type MarketField } from "@truetick/contract";
import { formatLots, formatRate, parseLots, parseRate } from "@truetick/money";
import type { Updateable } from "kysely";
import { isCalendarId } from "../sessions/session-calendar.ts";
import type { MarketTable } from "./market-table.ts";
import type { TradedMarket } from "./traded-market.ts";

export type MarketValues = Pick<
  TradedMarket,
  | "leverages"
  | "marginMode"
  | "feeRate"
  | "lotsMin"
  | "lotsMax"
  | "lotStep"
  | "longRate"
  | "shortRate"
  | "tripleDay"
  | "markupPoints"
  | "staleAfterMs"
  | "jumpLimitBps"
  | "sessionCalendar"
>;

export type MarketTexts = Readonly<Record<MarketField, string>>;

const MARKUP_POINTS_MAX = 1_000_000;
const STALE_AFTER_SEC_MAX = 86_400;
const JUMP_LIMIT_BPS_MAX = 10_000;
const LEVERAGES_MAX = 20;

type Column = {
  readonly print: (values: MarketValues) => string;
  /** Null when the text is no such value. */
  readonly read: (text: string) => Partial<MarketValues> | null;
  readonly row: (values: MarketValues) => Updateable<MarketTable>;
};

const COLUMNS: Readonly<Record<MarketField, Column>> = {
  leverages: {
    print: ({ leverages }) => leverages.join(","),
    read: readLeverages,
    row: ({ leverages }) => ({ leverages: [...leverages] }),
  },
  margin_mode: {
    print: ({ marginMode }) => marginMode,
    read: (text) => (text === "fixed" || text === "floating" ? { marginMode: text } : null),
    row: ({ marginMode }) => ({ margin_mode: marginMode }),
  },
  fee_rate: rateColumn("feeRate", "fee_rate_e8"),
  lots_min: lotsColumn("lotsMin", "lots_min_e4"),
  lots_max: lotsColumn("lotsMax", "lots_max_e4"),
  lot_step: lotsColumn("lotStep", "lot_step_e4"),
  long_rate: rateColumn("longRate", "financing_long_e8"),
  short_rate: rateColumn("shortRate", "financing_short_e8"),
  triple_day: {
    print: ({ tripleDay }) => (tripleDay === null ? "" : String(tripleDay)),
    read: (text) => {
      if (text === "") return { tripleDay: null };
      return /^[1-5]$/.test(text) ? { tripleDay: Number(text) } : null;
    },
    row: ({ tripleDay }) => ({ triple_day: tripleDay }),
  },
  markup_points: {
    print: ({ markupPoints }) => String(markupPoints),
    read: (text) => countIn(text, 0, MARKUP_POINTS_MAX, (markupPoints) => ({ markupPoints })),
    row: ({ markupPoints }) => ({ markup_points: markupPoints }),
  },
  stale_after_sec: {
    print: ({ staleAfterMs }) => String(staleAfterMs / 1_000),
    read: (text) => countIn(text, 1, STALE_AFTER_SEC_MAX, (sec) => ({ staleAfterMs: sec * 1_000 })),
    row: ({ staleAfterMs }) => ({ stale_after_ms: staleAfterMs }),
  },
  jump_limit_bps: {
    print: ({ jumpLimitBps }) => String(jumpLimitBps),
    read: (text) => countIn(text, 1, JUMP_LIMIT_BPS_MAX, (jumpLimitBps) => ({ jumpLimitBps })),
    row: ({ jumpLimitBps }) => ({ jump_limit_bps: jumpLimitBps }),
  },
  session_calendar: {
    print: ({ sessionCalendar }) => sessionCalendar,
    read: (text) => (isCalendarId(text) ? { sessionCalendar: text } : null),
    row: ({ sessionCalendar }) => ({ session_calendar: sessionCalendar }),
  },
};

export function isMarketField(name: string): name is MarketField {
  return Object.hasOwn(COLUMNS, name);
}

/** Every value of a market as a text. */
export function marketTexts(values: MarketValues): MarketTexts {
  // Every field has its column, so every field is there.
  return Object.fromEntries(
    MARKET_FIELDS.map((field) => [field, COLUMNS[field].print(values)]),
  ) as MarketTexts;
}

/** The value a text stands for; null when it stands for none. */
export function readMarketValue(field: MarketField, text: string): Partial<MarketValues> | null {
  return COLUMNS[field].read(text);
}

/** The values as the table keeps them. */
export function marketRow(values: MarketValues): Updateable<MarketTable> {
  return Object.assign({}, ...MARKET_FIELDS.map((field) => COLUMNS[field].row(values)));
}

/** Fields in which two sets of texts differ, in the order of the list. */
export function changedTexts(
  before: MarketTexts,
  after: MarketTexts,
): { field: string; from: string; to: string }[] {
  return MARKET_FIELDS.filter((field) => before[field] !== after[field]).map((field) => {
    return { field, from: before[field], to: after[field] };
  });
}

function readLeverages(text: string): Partial<MarketValues> | null {
  const parts = text === "" ? [] : text.split(",").map((part) => part.trim());
  if (parts.length === 0 || parts.length > LEVERAGES_MAX) return null;
  if (!parts.every((part) => /^[1-9]\d{0,3}$/.test(part))) return null;
  const leverages = parts.map(Number).sort((one, other) => one - other);
  return new Set(leverages).size === leverages.length ? { leverages } : null;
}

function countIn(
  text: string,
  min: number,
  max: number,
  made: (count: number) => Partial<MarketValues>,
): Partial<MarketValues> | null {
  const count = /^\d{1,8}$/.test(text) ? Number(text) : Number.NaN;
  return count >= min && count <= max ? made(count) : null;
}

/** Idle zeros behind the point tell nothing. */
function shortDecimal(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

function rateColumn(
  name: "feeRate" | "longRate" | "shortRate",
  column: "fee_rate_e8" | "financing_long_e8" | "financing_short_e8",
): Column {
  return {
    print: (values) => shortDecimal(formatRate(values[name])),
    read: (text) => {
      const value = parseRate(text);
      return value === null ? null : { [name]: value };
    },
    row: (values) => ({ [column]: values[name] }),
  };
}

function lotsColumn(
  name: "lotsMin" | "lotsMax" | "lotStep",
  column: "lots_min_e4" | "lots_max_e4" | "lot_step_e4",
): Column {
  return {
    print: (values) => shortDecimal(formatLots(values[name])),
    read: (text) => {
      const value = parseLots(text);
      return value === null ? null : { [name]: value };
    },
    row: (values) => ({ [column]: values[name] }),
  };
}
