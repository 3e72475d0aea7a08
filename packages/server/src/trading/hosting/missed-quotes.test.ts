// A shard at its start: what was ordered and what fell due while nobody had it, and the quotes it
// has missed, or tells again as the tape's next writer, come in the order of their times; and what
// was told stale is stale to it too.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AccountId, accountId, marketId } from "@truetick/engine";
import { price } from "@truetick/money";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMemoryBus } from "../../platform/bus/memory-bus.ts";
import { createLog } from "../../platform/log.ts";
import { createNews } from "../../platform/news/news.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { defineMarkets } from "../exchange/market-terms.ts";
import { SIMULATED_PLAN } from "../feed/feed-plan.ts";
import { createPostgresStore } from "../journal/postgres-store.ts";
import { holdShard } from "../sequencer/hold-shard.ts";
import { systemPace } from "../sequencer/pace.ts";
import { startSequencerOn } from "../sequencer/sequencer.ts";
import { writeOrder } from "../sessions/hand-orders.ts";
import { createSessionPlan } from "../sessions/session-plan.ts";
import { createRemoteSequencer } from "../shards/remote-sequencer.ts";
import { OwnerBook } from "../shards/route-command.ts";
import { serveShard } from "../shards/shard-server.ts";
import { followTapeStream } from "../tape/follow-tape.ts";
import { publishTape, rememberTape } from "../tape/publish-tape.ts";
import { readRecall, TAPE_RECALL, toBytes } from "../tape/tape-words.ts";
import { accept, giveQuote, marketOrder, reasonOf } from "../testing/bare-exchange.ts";
import { openTradingGround, type TradingConfig } from "../trading-ground.ts";
import type { HostedShard } from "./claim-shards.ts";
import { hostPriceShard } from "./host-prices.ts";
import { type HostNeeds, hostGivenShard } from "./host-shard.ts";

const SHARDS = 2;
/** The first writes the tape, the other is given it. */
const [WRITING, GIVEN] = [0, 1];
/** Before the cut of New York. */
const START = Date.UTC(2026, 6, 15, 20, 59, 50);
/** Before the cut that currencies close with for the weekend. */
const FRIDAY = { startAt: Date.UTC(2026, 6, 17, 20, 59, 50), hasRealSessions: true };
const SOON = { timeout: 10_000 };
const log = createLog("fatal");

let test: TestDatabase;
let dataDir: string;
let ends: (() => unknown)[];
beforeEach(async () => {
  test = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "truetick-missed-"));
  ends = [];
});
afterEach(async () => {
  for (const end of ends.toReversed()) await end();
  await test.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function open({ startAt = START, hasRealSessions = false } = {}) {
  const { database } = test;
  const address = { url: test.appUrl, role: null };
  const clock = createFakeClock(startAt);
  const bus = createMemoryBus(log);
  const news = createNews({ bus, log });
  const config: TradingConfig = {
    ...{ mode: "sandbox", feed: SIMULATED_PLAN, oanda: null, simSeed: 7 },
    ...{ hasRealSessions, tapeDays: 30, dataDir },
  };
  const shared = { database, address, bus, clock, log, news };
  const ground = await openTradingGround({ ...shared, config, publishesSeeds: false });
  const market = ground.markets.find(({ code }) => code === "EURUSD");
  if (!market) throw new Error("Invariant: the sandbox has the market");
  const id = marketId(Number(market.id));
  const { writer, loseWriter } = await openWriter({ ...shared, ground });
  const tape = await followTapeStream(shared);
  ends.push(tape.stop);
  const gateway = await createRemoteSequencer({ ...shared, tape, shards: SHARDS });
  ends.push(gateway.stop);
  const heard = (isSo: () => boolean) => expect.poll(isSo, SOON).toBe(true);
  return {
    clock,
    market,
    id,
    tape,
    gateway,
    writer,
    /** It is gone, and this was the last that was heard of it. */
    loseWriter: async (bid: number) => {
      const seq = (writer.newestQuote(id)?.seq ?? 0) + 1;
      await loseWriter();
      const heard = { marketId: id, seq, bid, ask: bid + 10, atMs: clock.now(), epoch: 1 };
      const stop = bus.subscribe(TAPE_RECALL, ({ bytes }) =>
        bus.publish(readRecall(bytes).inbox, toBytes([heard])),
      );
      ends.push(stop);
    },
    quote: async (bid: number) => {
      giveQuote(writer, { market: id, bid, ask: bid + 10, atMs: clock.now() });
      await heard(() => tape.newest(id)?.seq === writer.newestQuote(id)?.seq);
    },
    /** What the writer finds stale, and everybody hears. */
    fallSilent: async () => {
      let isHeard = false;
      const stop = tape.follow(({ type }) => {
        isHeard ||= type === "MarkStale";
      });
      writer.markStale(id);
      await heard(() => isHeard);
      stop();
    },
    /** Another owner each time, as when a shard moves. */
    host: async (shard = GIVEN): Promise<HostedShard> => {
      const held = await holdShard({ ...shared, shard });
      const sessionsOf = () => createSessionPlan(ground);
      const needs = { ...shared, ground, tape, sessionsOf, tapeDays: 30 };
      const hosting = { held, shard, onOver: () => undefined };
      const hosted = await (shard === GIVEN ? hostGivenShard : hostPriceShard)(needs, hosting);
      const stop = once(async () => {
        await hosted.stop();
        await held.keeper.stop();
      });
      ends.push(stop);
      await expect.poll(() => gateway.status(), SOON).toBe("trading");
      return { ...hosted, stop };
    },
  };
}

type Shared = Omit<HostNeeds, "tape" | "sessionsOf">;

/** Stores of the tape only what is named: what nobody named yet is missed by who begins. */
async function openWriter(shared: Shared) {
  const { bus, ground } = shared;
  const held = await holdShard({ ...shared, shard: WRITING });
  const { epoch } = held.lease;
  const sessions = createSessionPlan(ground);
  const parts = { ...shared, shard: WRITING, sessions };
  const store = createPostgresStore({ ...parts, lease: held.lease, commitTimeoutMs: 5_000 });
  const pace = { ...systemPace, every: () => () => undefined };
  const sequencer = await startSequencerOn({ ...parts, store, pace });
  await defineMarkets(sequencer, ground.markets);
  const marketIds = ground.markets.map(({ id }) => marketId(Number(id)));
  const memory = rememberTape({ sequencer, marketIds });
  const publisher = publishTape({ bus, sequencer, epoch, memory, log });
  const server = serveShard({ bus, shard: WRITING, sequencer, epoch, isSure: () => true, log });
  const loseWriter = once(async () => {
    publisher.stop();
    server.stop();
    await sequencer.stop();
    await held.keeper.stop();
  });
  ends.push(loseWriter);
  return { writer: sequencer, loseWriter };
}

function once(end: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | null = null;
  return () => (ended ??= end());
}

type Opened = Awaited<ReturnType<typeof open>>;

async function openAccount({ gateway }: Opened, shard = GIVEN): Promise<AccountId> {
  const book = new OwnerBook(SHARDS);
  let ownerId = 1;
  while (book.shardOf(ownerId) !== shard) ownerId += 1;
  const id = accountId(ownerId);
  await accept(gateway, { type: "OpenAccount", accountId: id, ownerId, book: "demo" });
  return id;
}

function buy({ market, id }: Opened, account: AccountId, stopLoss: number | null = null) {
  const leverage = Math.max(...market.leverages);
  const wanted = { marketId: id, lots: market.lotsMin, leverage };
  return marketOrder(account, { ...wanted, stopLoss: stopLoss === null ? null : price(stopLoss) });
}

/** Which rules filled, in order, and how many nights were charged. */
async function whatHappened(): Promise<{ readonly rules: string[]; readonly nights: number }> {
  const { rows } = await sql<{ rule: string }>`
    select rule from fill order by shard, journal_seq`.execute(test.database);
  const nights = await sql`select 1 from financing`.execute(test.database);
  return { rules: rows.map(({ rule }) => rule), nights: nights.rows.length };
}

const openOrders = ({ gateway }: Opened, account: AccountId) =>
  gateway.read((books) => books.orders(account).length);

/** Who has a position there; then nobody has the shard. */
async function leaveBehind(floor: Opened, stopLoss: number | null): Promise<AccountId> {
  const first = await floor.host();
  await floor.quote(110_000);
  const account = await openAccount(floor);
  await accept(floor.gateway, buy(floor, account, stopLoss));
  await first.stop();
  const newest = floor.tape.newest(floor.id)?.seq;
  await expect.poll(() => floor.writer.storedSeq(floor.id), SOON).toBe(newest);
  floor.clock.advance(1_000);
  return account;
}

it("F11: deals at no price of the tape that was told stale before it began", async () => {
  const floor = await open();
  const account = await leaveBehind(floor, null);
  await floor.quote(110_010);
  expect(await floor.writer.storeTape([floor.id])).toBe(true);
  await floor.fallSilent();
  await floor.host();
  expect(reasonOf(await floor.gateway.submit(buy(floor, account)))).toBe("QUOTE_STALE");
  await floor.quote(110_020);
  await accept(floor.gateway, buy(floor, account));
});

it("F11: nor at a quote it has missed, which was told stale", async () => {
  const floor = await open();
  const account = await leaveBehind(floor, null);
  await floor.quote(110_010);
  await floor.fallSilent();
  await floor.host();
  expect(reasonOf(await floor.gateway.submit(buy(floor, account)))).toBe("QUOTE_STALE");
});

/** As the operator's brake does, without an engine. */
function recordHalt({ market }: Opened): Promise<void> {
  const order = { reason: "the operator's brake", orderedBy: "operator" };
  const change = { haltReason: order.reason };
  return writeOrder(test.database, { ids: [market.id], change, order });
}

it("F30: closes nothing in a market that was halted meanwhile", async () => {
  const floor = await open();
  const account = await leaveBehind(floor, 109_900);
  await recordHalt(floor);
  await floor.quote(109_800);
  await floor.host();
  expect(await openOrders(floor, account)).toBe(1);
});

it("charges the night before quotes of the morning close what it was held for", async () => {
  const floor = await open();
  const account = await leaveBehind(floor, 109_900);
  floor.clock.advance(15_000);
  await floor.quote(109_800);
  await floor.host();
  await expect.poll(() => openOrders(floor, account), SOON).toBe(0);
  const charged = await sql`select 1 from financing`.execute(test.database);
  expect(charged.rows).toHaveLength(1);
});

it("closes at a quote of before the weekend, with its market closed by now", async () => {
  const floor = await open(FRIDAY);
  const account = await leaveBehind(floor, 109_900);
  await floor.quote(109_800);
  floor.clock.advance(12_000);
  await floor.host();
  expect(await openOrders(floor, account)).toBe(0);
  expect(await whatHappened()).toEqual({ rules: ["market", "stop-loss"], nights: 0 });
});

it("keeps a position that only a quote of after the weekend's bell would close", async () => {
  const floor = await open(FRIDAY);
  const account = await leaveBehind(floor, 109_900);
  floor.clock.advance(12_000);
  await floor.quote(109_800);
  await floor.host();
  expect(await openOrders(floor, account)).toBe(1);
  expect(await whatHappened()).toEqual({ rules: ["market"], nights: 1 });
});

/** Somebody waits for a price until then; nobody has the shard. */
async function leaveWaiting(floor: Opened, expiresAtMs: number): Promise<void> {
  const first = await floor.host();
  await floor.quote(110_000);
  const account = await openAccount(floor);
  const order = { ...buy(floor, account), target: price(109_900), expiresAtMs };
  await accept(floor.gateway, order);
  await first.stop();
  floor.clock.advance(1_000);
}

it("opens what the tape reached before it expired", async () => {
  const floor = await open();
  await leaveWaiting(floor, START + 3_000);
  await floor.quote(109_800);
  floor.clock.advance(4_000);
  await floor.host();
  expect((await whatHappened()).rules).toEqual(["limit"]);
});

describe("the tape's next writer", () => {
  it("F30: closes nothing in a market that was halted meanwhile", async () => {
    const floor = await open();
    await floor.host(GIVEN);
    await floor.quote(110_000);
    const account = await openAccount(floor, WRITING);
    await accept(floor.gateway, buy(floor, account, 109_900));
    floor.clock.advance(1_000);
    await floor.loseWriter(109_800);
    await recordHalt(floor);
    await floor.host(WRITING);
    expect(await openOrders(floor, account)).toBe(1);
  });

  it("charges the night before quotes that are told again close what it was held for", async () => {
    const floor = await open();
    await floor.host(GIVEN);
    await floor.quote(110_000);
    const account = await openAccount(floor, WRITING);
    await accept(floor.gateway, buy(floor, account, 109_900));
    floor.clock.advance(15_000);
    await floor.loseWriter(109_800);
    await floor.host(WRITING);
    await expect.poll(() => openOrders(floor, account), SOON).toBe(0);
    const charged = await sql`select 1 from financing`.execute(test.database);
    expect(charged.rows).toHaveLength(1);
  });

  it("closes at a quote of before the weekend, with its market closed by now", async () => {
    const floor = await open(FRIDAY);
    await floor.host(GIVEN);
    await floor.quote(110_000);
    const account = await openAccount(floor, WRITING);
    await accept(floor.gateway, buy(floor, account, 109_900));
    floor.clock.advance(1_000);
    await floor.loseWriter(109_800);
    floor.clock.advance(12_000);
    await floor.host(WRITING);
    expect(await openOrders(floor, account)).toBe(0);
    expect(await whatHappened()).toEqual({ rules: ["market", "stop-loss"], nights: 0 });
  });
});
