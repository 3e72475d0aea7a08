// What was taken and not stored, when the connection goes: quotes settle in the order of the tape,
// one recovery is under way at a time, and whoever reads sees what is durable.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import {
  EURUSD,
  type Exchange,
  impossible,
  marketOrder,
  openExchange,
  untilTrading,
} from "../testing/bare-exchange.ts";
import type { Outcome } from "./sequencer.ts";

/** Whoever needs the table waits until it is let go. */
async function hold({ test }: Exchange, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: test.ownerUrl });
  await client.connect();
  await client.query(`begin; lock table ${table}`);
  return async () => {
    await client.query("rollback");
    await client.end();
  };
}

/** Which connection waits for the journal; null: none. */
async function heldUp({ test }: Exchange): Promise<number | null> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks
    where not granted and locktype = 'relation' and relation = 'journal'::regclass
    order by pid`.execute(test.database);
  return rows[0]?.pid ?? null;
}

it("a quote that comes while a commit gathers settles behind the one before", async () => {
  const exchange = await openExchange({ isGathering: true });
  const { sequencer, proxy } = exchange;
  const account = await exchange.openAccount("demo");
  await sequencer().read(() => null);
  const letGo = await hold(exchange, "trade_order");
  const crowd = Array.from({ length: 10 }, () => sequencer().submit(marketOrder(account)));
  await sleep(60);
  exchange.quote(EURUSD, 110_100, 110_110);
  const isNext = new Promise<void>((resolve) => {
    const stop = sequencer().subscribe(() => {
      stop();
      // After the commit was told, and before the next one begins.
      setImmediate(() =>
        setImmediate(() => {
          exchange.quote(EURUSD, 105_000, 105_010);
          resolve();
        }),
      );
    });
  });
  await letGo();
  await Promise.all([...crowd, isNext]);
  await sequencer().storeTape([]);
  proxy.cut();
  await expect.poll(() => sequencer().status(), { interval: 1 }).toBe("recovering");
  await untilTrading(sequencer());
  const quote = sequencer().glance((books) => books.market(EURUSD)?.quote);
  expect(quote).toMatchObject({ bid: 105_000, ask: 105_010 });
  expect(await brokenInvariants(exchange.test.ownerUrl)).toEqual({});
  await exchange.close();
});

it("lost again while it recovers, one recovery goes on and finds its own commit", async () => {
  const lines: string[] = [];
  const log = createLog("error", { write: (line: string) => void lines.push(line) });
  const exchange = await openExchange({ log });
  const { sequencer, proxy } = exchange;
  const account = await exchange.openAccount("demo");
  await sequencer().read(() => null);
  proxy.withholdReplies();
  const unheard = sequencer().submit(marketOrder(account));
  await sleep(100);
  expect(await sequencer().submit(impossible(account))).toMatchObject({ isAccepted: false });
  const letGo = await hold(exchange, "journal");
  proxy.open();
  proxy.cut();
  await expect.poll(() => heldUp(exchange)).not.toBeNull();
  const first = await heldUp(exchange);
  proxy.cut();
  await expect.poll(async () => ![null, first].includes(await heldUp(exchange))).toBe(true);
  await letGo();
  expect(await unheard).toMatchObject({ refusal: { why: "outcome-unknown" } });
  await expect.poll(() => sequencer().read((books) => books.orders(account).length)).toBe(1);
  const told = lines.map((line) => JSON.parse(line).msg);
  expect(told).toEqual([
    "an invariant is broken: trading is halted",
    "the journal is lost; what was not committed is given up",
  ]);
  expect(sequencer().status()).toBe("halted");
  const hash = await sequencer().stateHash();
  await exchange.restart();
  expect(await sequencer().stateHash()).toBe(hash);
  await exchange.close();
});

it("stopping: whoever reads sees nothing of what was given up", async () => {
  const exchange = await openExchange({ log: createLog("silent") });
  const { sequencer, proxy } = exchange;
  const account = await exchange.openAccount("demo");
  await sequencer().read(() => null);
  const letGo = await hold(exchange, "trade_order");
  const lost = sequencer().submit(marketOrder(account));
  await sleep(50);
  const seen = sequencer().read((books) => books.orders(account).length);
  const stopped = sequencer().stop();
  proxy.cut();
  expect(((await lost) as Outcome).isAccepted).toBe(false);
  expect(await seen).toBe(0);
  await stopped;
  expect(await sequencer().read((books) => books.orders(account).length)).toBe(0);
  await letGo();
  await exchange.close();
});

it("what was told stale and quoted again stays quoted, when both are decided anew", async () => {
  const exchange = await openExchange();
  const { sequencer, proxy } = exchange;
  const account = await exchange.openAccount("demo");
  await sequencer().read(() => null);
  const told: string[] = [];
  sequencer().followInputs(({ type, marketId }) => void (marketId === EURUSD && told.push(type)));
  const letGo = await hold(exchange, "trade_order");
  const lost = sequencer().submit(marketOrder(account));
  await sleep(50);
  sequencer().markStale(EURUSD);
  exchange.clock.advance(1);
  exchange.quote(EURUSD, 110_100, 110_110);
  proxy.cut();
  await lost;
  await letGo();
  await untilTrading(sequencer());
  expect(told).toEqual(["MarkStale", "TakeQuote"]);
  await exchange.close();
});

it("halted, a quote that comes while a commit is under way stays the newest", async () => {
  const exchange = await openExchange({ log: createLog("silent") });
  const { sequencer, proxy } = exchange;
  const account = await exchange.openAccount("demo");
  await sequencer().read(() => null);
  const letGo = await hold(exchange, "trade_order");
  const pending = sequencer().submit(marketOrder(account));
  await sleep(50);
  exchange.quote(EURUSD, 110_100, 110_110);
  await sequencer().submit(impossible(account));
  exchange.quote(EURUSD, 105_000, 105_010);
  await letGo();
  expect(((await pending) as Outcome).isAccepted).toBe(true);
  await sequencer().read(() => null);
  proxy.cut();
  await sleep(100);
  const quote = sequencer().glance((books) => books.market(EURUSD)?.quote);
  expect(quote).toMatchObject({ bid: 105_000, ask: 105_010 });
  await exchange.close();
});
