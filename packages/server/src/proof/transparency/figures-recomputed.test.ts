// Every number of the public figures, and every row of their files, equals what SQL written apart
// gives over a simulated month (H03, H10, H11, H14, H15, H17). A small house here, a large one with
// FULL=1. Nobody is named in any row.

import { FIGURE_IDS, type FigureId } from "@truetick/contract/proof";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPromiseHandlers } from "../../cashier/withdrawals/withdrawal-promise.ts";
import { createLog } from "../../platform/log.ts";
import { type Exchange, GOLD, openExchange } from "../../trading/testing/bare-exchange.ts";
import {
  writeMarkets,
  writePaperwork,
  writePeople,
  writeSources,
} from "../testing/month-paperwork.ts";
import { RECOMPUTE_PRELUDE, RECOMPUTED } from "../testing/recompute-figures.ts";
import { liveThroughMonth, openPeople } from "../testing/simulated-month.ts";
import { createFigureBook, type FigureBook } from "./figure-book.ts";
import { figureOf } from "./figures.ts";
import {
  type FigureWindow,
  readFigure,
  readRows,
  windowOf,
  windowOfReading,
} from "./read-figure.ts";

const isFull = process.env.FULL === "1";
const PEOPLE = isFull ? 300 : 18;
const DAYS = 33;
const SEED = 20_260_109;
const SLOW_MS = 900_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let exchange: Exchange;
let owner: pg.Client;
let book: FigureBook;
beforeAll(async () => {
  exchange = await openExchange();
  const { test, clock } = exchange;
  owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
  await writeMarkets(owner);
  const users = await writePeople(owner, PEOPLE);
  const people = await openPeople(exchange, users, SEED);
  const month = await liveThroughMonth(exchange, { people, days: DAYS, seed: SEED });
  for (let minute = 0; minute < 5; minute += 1) await speak(minute);
  await repeatLast();
  await owner.query("insert into order_arrival_lost (at_ms, count) values ($1, 3), ($1, 4)", [
    clock.now() - MINUTE_MS,
  ]);
  clock.advance(MINUTE_MS);
  const { withdrawals } = month;
  await writePaperwork(owner, { withdrawals, nowMs: clock.now(), seed: SEED });
  await owner.query(RECOMPUTE_PRELUDE);
  await owner.query(`create table user_played as
    select account_id from trading_account
    where owner_id in (select id from app_user where is_simulated)`);
  book = createFigureBook({ database: test.database, clock, log: createLog("fatal") });
}, SLOW_MS);
afterAll(async () => {
  await owner.end();
  await exchange.close();
});

/** A minute in which three sources speak of gold and the tape moves. */
async function speak(minute: number): Promise<void> {
  const { clock, sequencer, test } = exchange;
  clock.advance(2 * MINUTE_MS - (clock.now() % MINUTE_MS) - 30_000);
  const mid = 265_000 + 40 * minute;
  exchange.quote(GOLD, mid - 15, mid + 15);
  await sequencer().storeTape([GOLD]);
  const headSeq = sequencer().newestQuote(GOLD)?.seq ?? 0;
  const { epoch } = sequencer();
  await writeSources(test.database, { nowMs: clock.now(), epoch, headSeq, mid: mid + 1 });
}

/**
 * Who asks for the same order again a second later is told the same, beside a newer quote; and what
 * came first may be written last, by another process.
 */
async function repeatLast(): Promise<void> {
  const repeat = (place: number, sets: { atMs: number; seq: number; points: number }) =>
    owner.query(
      `insert into order_arrival (kind, book, arrived_at_ms, took_us, refused, order_id, market_id,
         tape_seq, bid, ask)
       select a.kind, book, arrived_at_ms + $2, 5, '', a.order_id, a.market_id, a.tape_seq + $3,
         a.bid + $4, a.ask + $4
       from order_arrival a join fill f on f.order_id = a.order_id and f.kind = a.kind
       where f.rule in ('market', 'close') and a.tape_seq is not null
       order by number desc offset $1 limit 1`,
      [place, sets.atMs, sets.seq, sets.points],
    );
  await repeat(0, { atMs: 1_000, seq: 1, points: 50 });
  await repeat(5, { atMs: -1_000, seq: 0, points: 0 });
}

/** Those that only count the rows say nothing of their own. */
const COUNTERS = new Set(["row", "account_in_list"]);

type Row = Readonly<Record<string, unknown>>;

const cell = (value: unknown) =>
  value === null ? "" : typeof value === "boolean" ? (value ? "yes" : "no") : String(value);

function linesOf(rows: readonly Row[], columns: readonly string[]): string[] {
  return rows.map((row) => columns.map((column) => cell(row[column])).join(" | ")).sort();
}

/** The rows and the numbers that SQL written apart has, in the figure's own columns. */
async function recompute(id: FigureId, { fromMs, toMs }: FigureWindow) {
  const { rows, numbers } = RECOMPUTED[id];
  const { rowColumns, columns } = figureOf(id);
  const bound = (sql: string) =>
    sql.replaceAll("$1::bigint", `${fromMs}::bigint`).replaceAll("$2::bigint", `${toMs}::bigint`);
  await owner.query("drop table if exists again");
  await owner.query(`create temp table again as ${bound(rows)}`);
  const own = rowColumns.filter((column) => !COUNTERS.has(column));
  const found = await owner.query<Row>("select * from again");
  const counted = await owner.query<Row>(bound(numbers));
  return { own, rows: linesOf(found.rows, own), numbers: linesOf(counted.rows, columns) };
}

it.each(FIGURE_IDS)(
  "%s: every number and every row is what SQL written apart finds",
  async (id) => {
    const again = await recompute(id, windowOf(figureOf(id), exchange.clock.now()));
    const reading = await book.one(id);
    expect(reading.cells.map((cells) => cells.join(" | ")).sort()).toEqual(again.numbers);
    const figure = figureOf(id);
    const window = windowOfReading(reading);
    const found = await readRows(exchange.test.database, figure, { window, page: 1 });
    const rows = found.map((cells) =>
      Object.fromEntries(figure.rowColumns.map((column, place) => [column, cells[place] ?? ""])),
    );
    expect(linesOf(rows, again.own)).toEqual(again.rows);
    expect(reading.rowCount).toBe(again.rows.length);
    expect(rows.map(({ row }) => Number(row))).toEqual(rows.map((_, place) => place + 1));
    // Nothing is compared with nothing.
    expect(again.rows.length).toBeGreaterThan(0);
  },
  SLOW_MS,
);

it.each(FIGURE_IDS)(
  "%s: the same of eleven days in the middle of it",
  async (id) => {
    const toMs = exchange.clock.now() - 9 * DAY_MS;
    const window = { fromMs: toMs - 11 * DAY_MS, toMs };
    const again = await recompute(id, window);
    const reading = await readFigure(exchange.test.database, figureOf(id), window);
    expect(reading.cells.map((cells) => cells.join(" | ")).sort()).toEqual(again.numbers);
    expect(reading.rowCount).toBe(again.rows.length);
  },
  SLOW_MS,
);

describe("the month", () => {
  it("had fills better, equal and worse, refusals, stop-outs, and losers and others", async () => {
    const sums = async (id: FigureId, column: string) => {
      const { columns, cells } = await book.one(id);
      return cells.reduce((sum, row) => sum + Number(row[columns.indexOf(column)]), 0);
    };
    for (const id of ["slippage", "arrival", "stops"] as const) {
      for (const column of ["better", "worse"]) {
        expect([id, column, await sums(id, column)]).not.toEqual([id, column, 0]);
      }
    }
    expect(await sums("stop_outs", "stop_outs")).toBeGreaterThan(0);
    expect(await sums("stop_outs", "protections")).toBeGreaterThan(0);
    expect(await sums("losing_year", "lost")).toBeGreaterThan(0);
    expect(await sums("losing_year", "lost")).toBeLessThan(await sums("losing_year", "clients"));
    expect(await sums("withdrawals", "overdue")).toBeGreaterThan(0);
    expect(await sums("seeds", "owed")).toBeGreaterThan(0);
  });

  it("H03: compares each order with its first arrival alone", async () => {
    const { fromMs, toMs } = windowOfReading(await book.one("arrival"));
    const { rows } = await owner.query<{ orders: number; repeated: number }>(
      `select count(distinct (f.order_id, f.kind))::int as orders,
         (count(*) - count(distinct (f.order_id, f.kind)))::int as repeated
       from order_arrival a join fill f on f.order_id = a.order_id and f.kind = a.kind
       where f.rule in ('market', 'close') and a.arrived_at_ms >= $1 and a.arrived_at_ms < $2`,
      [fromMs, toMs],
    );
    expect(rows[0]?.repeated).toBe(2);
    expect((await book.one("arrival")).rowCount).toBe(rows[0]?.orders);
  });

  it("H11: the cashier's own promise says the same of withdrawals", async () => {
    const { test, clock } = exchange;
    const handlers = createPromiseHandlers({ database: test.database, clock, reviewHours: 24 });
    const promised = await handlers.getWithdrawalPromise({}, {} as never);
    const { columns, cells } = await book.one("withdrawals");
    const of = (column: string) => Number(cells[0]?.[columns.indexOf(column)]);
    expect(promised).toMatchObject({ waiting: of("waiting"), overdue: of("overdue") });
  });
});

it("H17: names nobody in any row: no user, no account, no order", async () => {
  const allowed = new Set(["account_in_list"]);
  const names = FIGURE_IDS.flatMap((id) => figureOf(id).rowColumns).filter(
    (column) => !allowed.has(column) && /user|account|owner|order|email|name|staff/.test(column),
  );
  expect(names).toEqual([]);
});

it("is counted once for many readers, and anew when its time is over", async () => {
  const first = await book.one("slippage");
  expect(await book.one("slippage")).toBe(first);
  exchange.clock.advance(6 * MINUTE_MS);
  await expect.poll(() => book.one("slippage")).not.toBe(first);
});
