// H18, T44: the returns, falls, risk and counts of the ranking equal an independent recomputation
// in SQL from the ledger, the fills and the tape, for accounts that lived through sixty days at
// random and were not looked at within one. Thirty of them here, a thousand with FULL=1.

import type { RankedTrader } from "@truetick/contract/ranking";
import { formatMoney, money } from "@truetick/money";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { type Exchange, openExchange } from "../../trading/testing/bare-exchange.ts";
import { liveThroughDays } from "../testing/many-leaders.ts";
import { RECOMPUTE_PRELUDE, RECOMPUTE_RANKING } from "../testing/recompute-ranking.ts";
import { createRanking, type Ranking } from "./ranking.ts";

const isFull = process.env.FULL === "1";
const ACCOUNTS = isFull ? 1_000 : 30;
const DAYS = 60;
const SEED = 20_260_105;
const SLOW_MS = 900_000;

let exchange: Exchange;
let owner: pg.Client;
let ranking: Ranking;
let recomputed: readonly Recomputed[];
beforeAll(async () => {
  exchange = await openExchange();
  const { test, clock } = exchange;
  await liveThroughDays(exchange, { count: ACCOUNTS, days: DAYS, seed: SEED });
  owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
  await owner.query(RECOMPUTE_PRELUDE);
  ranking = createRanking({
    database: test.database,
    sequencer: exchange.sequencer(),
    directory: () => null,
    clock,
    log: createLog("fatal"),
    isSimulated: true,
  });
  recomputed = await recompute();
}, SLOW_MS);
afterAll(async () => {
  await owner.end();
  await exchange.close();
});

type Recomputed = {
  readonly alias: string;
  readonly days: string;
  readonly total_rate: string;
  readonly three_week_rate: string;
  readonly drawdown: string;
  readonly record: readonly string[];
  readonly risk: number;
  readonly orders: string;
  readonly closed: string;
  readonly recent_closed: string;
  readonly recent_won: string;
  readonly recent_profit: string;
};

async function recompute(): Promise<readonly Recomputed[]> {
  const { rows: days } = await owner.query<{ date: number }>(
    "select cut_date as date from trading_day order by cut_date desc limit 1 offset 20",
  );
  const { rows } = await owner.query<Recomputed>(RECOMPUTE_RANKING, [
    exchange.clock.now(),
    days[0]?.date,
  ]);
  return rows;
}

const ratio = (scaled: string) => (Number(scaled) / 10_000).toFixed(4).replace("-0.0000", "0.0000");

function figuresOf(trader: RankedTrader) {
  const { alias, threeWeekReturn, threeWeekWinRate, threeWeekProfit, totalReturn } = trader;
  const { orders, days, drawdown, risk } = trader;
  return {
    ...{ alias, threeWeekReturn, threeWeekWinRate, threeWeekProfit, totalReturn },
    ...{ orders, days, drawdown, risk },
  };
}

function expectedOf(row: Recomputed): ReturnType<typeof figuresOf> {
  const isEnough = Number(row.days) >= 21 && Number(row.closed) >= 10;
  const closed = BigInt(row.recent_closed);
  const won = closed === 0n ? 0n : (BigInt(row.recent_won) * 10_000n) / closed;
  return {
    alias: row.alias,
    threeWeekReturn: isEnough ? ratio(row.three_week_rate) : null,
    threeWeekWinRate: isEnough && closed > 0n ? ratio(String(won)) : null,
    threeWeekProfit: formatMoney(money(BigInt(row.recent_profit))),
    totalReturn: isEnough ? ratio(row.total_rate) : null,
    orders: Number(row.orders),
    days: Number(row.days),
    drawdown: ratio(row.drawdown),
    risk: isEnough ? row.risk : null,
  };
}

it(
  `gives ${ACCOUNTS} accounts the figures that SQL gives them after ${DAYS} days`,
  async () => {
    const expected = recomputed.map(expectedOf);
    const startedMs = performance.now();
    const figures = (await ranking.traders()).map(figuresOf);
    const tookMs = performance.now() - startedMs;
    const byAlias = (a: { alias: string }, b: { alias: string }) => (a.alias < b.alias ? -1 : 1);
    expect(figures.sort(byAlias)).toEqual(expected.sort(byAlias));
    expect(figures).toHaveLength(ACCOUNTS);
    if (isFull)
      process.stdout.write(`first look at ${ACCOUNTS} leaders: ${tookMs.toFixed(0)} ms\n`);
  },
  SLOW_MS,
);

it("has seen everything that can happen to an account", async () => {
  const { rows } = await owner.query<{ cause: string }>(
    "select distinct cause from ledger_posting where account_id is not null order by 1",
  );
  expect(rows.map(({ cause }) => cause)).toEqual(
    expect.arrayContaining([
      "adjustment",
      "demo-grant",
      "profit",
      "protection",
      "withdrawal-hold",
      "withdrawal-release",
    ]),
  );
  const traders = await ranking.traders();
  expect(traders.some(({ isBlown }) => isBlown)).toBe(true);
  expect(traders.some(({ totalReturn }) => Number(totalReturn) > 0)).toBe(true);
  expect(traders.some(({ totalReturn }) => Number(totalReturn) < 0)).toBe(true);
});

it("shows every day of the record as SQL has it", async () => {
  for (const { alias, record } of recomputed.slice(0, 20)) {
    const profile = await ranking.profile(alias);
    expect(profile?.record.map(({ totalReturn }) => totalReturn)).toEqual(record.map(ratio));
  }
});

it("looks again at what is new only, and finds the same", async () => {
  const before = await ranking.traders();
  exchange.clock.advance(60_000);
  const startedMs = performance.now();
  const after = await ranking.traders();
  if (isFull) {
    process.stdout.write(`second ${(performance.now() - startedMs).toFixed(0)} ms\n`);
  }
  expect(after).not.toBe(before);
  expect(after).toEqual(before);
});

it("inv44: holds", async () => {
  const { rows } = await owner.query("select * from inv44");
  expect(rows).toEqual([]);
});
