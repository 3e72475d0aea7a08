// What the tables beside the journal must hold, told by the journal's events alone and written down
// here a second time, apart from the code that fills those tables: a fault of the one is seen by
// the other. Orders are folded in order-fold.ts. Called by check-books.ts.

import type {
  ConversionPath,
  Event,
  FinancingCharged,
  LedgerAccount,
  MarketDefined,
  Movement,
  OrderClosed,
  OrderOpened,
  OrderReduced,
  StoppedOut,
} from "@truetick/engine";
import { movementsOf } from "@truetick/engine";
import { type SpelledRow, spellRow } from "./spelled-row.ts";

/** A table whose rows follow from rows of the journal, and what tells its rows apart. */
export type BookTable = {
  readonly table: string;
  /** As a verdict names it. */
  readonly log: string;
  readonly key: readonly string[];
};

export const BOOK_TABLES = {
  ledger: { table: "ledger_posting", log: "ledger", key: ["journal_seq", "position"] },
  fill: { table: "fill", log: "fill", key: ["order_id", "kind"] },
  stopOut: { table: "stop_out", log: "stop-out", key: ["journal_seq", "account_id"] },
  financing: { table: "financing", log: "financing", key: ["order_id", "cut_date"] },
  terms: { table: "market_terms", log: "terms", key: ["market_id", "version"] },
  session: { table: "market_session_change", log: "session", key: ["market_id", "journal_seq"] },
  account: { table: "trading_account", log: "account", key: ["account_id"] },
  day: { table: "trading_day", log: "day", key: ["cut_date"] },
  equity: { table: "day_equity", log: "equity", key: ["account_id", "journal_seq"] },
} as const satisfies Readonly<Record<string, BookTable>>;

export type BookName = keyof typeof BOOK_TABLES;
export const BOOK_NAMES = Object.keys(BOOK_TABLES) as readonly BookName[];

export type ExpectedRows = Readonly<Record<BookName, SpelledRow[]>>;

export function emptyRows(): ExpectedRows {
  return {
    ledger: [],
    fill: [],
    stopOut: [],
    financing: [],
    terms: [],
    session: [],
    account: [],
    day: [],
    equity: [],
  };
}

/** The row of the journal, and how many postings it has had so far. */
export type RowPlace = { readonly shard: number; readonly seq: number; position: number };

/** Adds what one event of that row leaves in the tables. */
export function expectRows(rows: ExpectedRows, event: Event, place: RowPlace): void {
  for (const movement of movementsOf(event)) expectPostings(rows, movement, event.atMs, place);
  const at = { shard: place.shard, journal_seq: place.seq };
  switch (event.type) {
    case "OrderOpened":
    case "OrderClosed":
    case "OrderReduced":
      rows.fill.push(spellRow({ ...at, ...fillOf(event) }));
      break;
    case "StoppedOut":
      rows.stopOut.push(spellRow({ ...at, ...stopOutOf(event) }));
      break;
    case "FinancingCharged":
      rows.financing.push(spellRow({ ...at, ...financingOf(event) }));
      break;
    case "MarketDefined":
      rows.terms.push(spellRow({ ...at, ...termsOf(event) }));
      break;
    default:
      expectFew(rows, event, at);
  }
}

function expectFew(
  rows: ExpectedRows,
  event: Event,
  at: { readonly shard: number; readonly journal_seq: number },
): void {
  if (event.type === "MarketSessionChanged") {
    const { marketId, atMs, session } = event;
    rows.session.push(spellRow({ ...at, market_id: marketId, at_ms: atMs, session }));
  } else if (event.type === "AccountOpened") {
    const { accountId, ownerId, book, atMs } = event;
    const own = { account_id: accountId, owner_id: ownerId, book, opened_at_ms: atMs };
    rows.account.push(spellRow({ ...at, ...own }));
  } else if (event.type === "DayStarted") {
    rows.day.push(spellRow({ ...at, cut_date: event.cutDate, at_ms: event.atMs }));
  } else if (event.type === "DayEquitySet") {
    const { accountId, equity } = event;
    rows.equity.push(spellRow({ ...at, account_id: accountId, equity }));
  }
}

function expectPostings(
  { ledger }: ExpectedRows,
  movement: Movement,
  atMs: number,
  place: RowPlace,
): void {
  for (const { account, amount, balance } of movement.postings) {
    ledger.push(
      spellRow({
        shard: place.shard,
        journal_seq: place.seq,
        position: place.position,
        movement_id: movement.movementId,
        book: movement.book,
        ...sideOf(account),
        amount,
        balance,
        cause: movement.cause,
        cause_id: movement.causeId,
        at_ms: atMs,
      }),
    );
    place.position += 1;
  }
}

function sideOf(account: LedgerAccount) {
  return typeof account === "number"
    ? { account_id: account, house: null, is_house_end: false }
    : { account_id: null, house: account };
}

function fillOf(event: OrderOpened | OrderClosed | OrderReduced) {
  const { fill } = event;
  return {
    order_id: event.type === "OrderReduced" ? event.closedOrderId : event.orderId,
    kind: event.type === "OrderOpened" ? "open" : "close",
    at_ms: event.atMs,
    account_id: event.accountId,
    market_id: event.marketId,
    side: event.side,
    lots: event.lots,
    tape_seq: fill.seq,
    bid: fill.bid,
    ask: fill.ask,
    price: fill.price,
    rule: fill.rule,
    level: fill.level,
    rules_version: fill.rulesVersion,
    terms_version: fill.termsVersion,
    margin: event.margin,
    profit: event.type === "OrderOpened" ? null : event.profit,
    quote_conversion: legsOf(fill.quoteConversion),
    base_conversion: legsOf(fill.baseConversion),
  };
}

function legsOf(path: ConversionPath) {
  if (path.length === 0) return null;
  return path.map(({ marketId, seq, bid, ask, isInverse }) => {
    return { market: marketId, seq, bid, ask, inverse: isInverse };
  });
}

function stopOutOf(event: StoppedOut) {
  return {
    account_id: event.accountId,
    book: event.book,
    at_ms: event.atMs,
    cash: event.cash,
    equity: event.equity,
    used: event.used,
    level: event.level,
    quotes: event.quotes.map(({ marketId, seq, bid, ask }) => {
      return { market: marketId, seq, bid, ask };
    }),
  };
}

function financingOf(event: FinancingCharged) {
  return {
    order_id: event.orderId,
    cut_date: event.cutDate,
    at_ms: event.atMs,
    account_id: event.accountId,
    market_id: event.marketId,
    lots: event.lots,
    days: event.days,
    annual_rate: event.annualRate,
    tape_seq: event.seq,
    bid: event.bid,
    ask: event.ask,
    quote_conversion: legsOf(event.quoteConversion),
    amount: event.amount,
  };
}

function termsOf({ terms, atMs }: MarketDefined) {
  return {
    market_id: terms.marketId,
    version: terms.version,
    at_ms: atMs,
    base_currency: terms.baseCurrency,
    quote_currency: terms.quoteCurrency,
    price_precision: terms.pricePrecision,
    units_per_lot: terms.unitsPerLot,
    lots_min: terms.lotsMin,
    lots_max: terms.lotsMax,
    lot_step: terms.lotStep,
    leverages: [...terms.leverages],
    margin_mode: terms.marginMode,
    fee_type: terms.feeType,
    fee_rate: terms.feeRate,
    price_age_max_ms: terms.priceAgeMaxMs,
    long_rate: terms.longRate,
    short_rate: terms.shortRate,
    triple_day: terms.tripleDay,
  };
}
