// A floor of two shards, for tests of what a shard has missed: the first writes the tape and stores
// only what is named, the other is given it; both can be hosted again and again, on a clock that
// only the test moves. `loseWriter` ends the first, and what is said to be heard is remembered.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AccountId, accountId, type MarketId, marketId } from "@truetick/engine";
import { price } from "@truetick/money";
import { sql } from "kysely";
import { expect } from "vitest";
import { createMemoryBus } from "../../../platform/bus/memory-bus.ts";
import { createLog } from "../../../platform/log.ts";
import { createNews } from "../../../platform/news/news.ts";
import { createFakeClock } from "../../../testing/fake-clock.ts";
import { createTestDatabase } from "../../../testing/test-database.ts";
import { defineMarkets } from "../../exchange/market-terms.ts";
import { SIMULATED_PLAN } from "../../feed/feed-plan.ts";
import { createPostgresStore } from "../../journal/postgres-store.ts";
import type { TradedMarket } from "../../markets/traded-market.ts";
import { holdShard } from "../../sequencer/hold-shard.ts";
import { systemPace } from "../../sequencer/pace.ts";
import { startSequencerOn } from "../../sequencer/sequencer.ts";
import { createSessionPlan } from "../../sessions/session-plan.ts";
import { createRemoteSequencer } from "../../shards/remote-sequencer.ts";
import { OwnerBook } from "../../shards/route-command.ts";
import { serveShard } from "../../shards/shard-server.ts";
import { followTapeStream } from "../../tape/follow-tape.ts";
import { publishTape, rememberTape } from "../../tape/publish-tape.ts";
import { readRecall, TAPE_RECALL, toBytes } from "../../tape/tape-words.ts";
import { accept, giveQuote, marketOrder } from "../../testing/bare-exchange.ts";
import { openTradingGround, type TradingConfig, type TradingGround } from "../../trading-ground.ts";
import type { HostedShard } from "../claim-shards.ts";
import { hostPriceShard } from "../host-prices.ts";
import { type HostNeeds, hostGivenShard } from "../host-shard.ts";

const SHARDS = 2;
/** The first writes the tape, the other is given it. */
export const [WRITING, GIVEN] = [0, 1];
/** Before the cut of New York. */
export const START = Date.UTC(2026, 6, 15, 20, 59, 50);
export const SOON = { timeout: 10_000 };
const log = createLog("fatal");

export type MissedFloor = Awaited<ReturnType<typeof openMissedFloor>>;

/** What somebody remembers of the tape, beyond what is stored. */
type Heard = { readonly of: MarketId; readonly bid: number; readonly atMs: number };

/** Where nothing else is said, no market ever closes. */
export async function openMissedFloor({ startAt = START, hasRealSessions = false } = {}) {
  const stage = await openStage({ startAt, hasRealSessions });
  const { shared, ends, bus, clock } = stage;
  const { ground } = shared;
  const idOf = (code: string) => marketId(Number(marketOf(ground, code).id));
  const id = idOf("EURUSD");
  const { writer, loseWriter } = await openWriter(shared, ends);
  const tape = await followTapeStream(shared);
  ends.push(tape.stop);
  const gateway = await createRemoteSequencer({ ...shared, tape, shards: SHARDS });
  ends.push(gateway.stop);
  const needs = { ...shared, tape, sessionsOf: () => createSessionPlan(ground), tapeDays: 30 };
  return {
    close: stage.close,
    database: shared.database,
    clock,
    /** That of every test, unless it names another. */
    market: marketOf(ground, "EURUSD"),
    id,
    idOf,
    needs,
    tape,
    gateway,
    writer,
    /** It is gone, and this was the last that was heard of it. */
    loseWriter: async (...last: readonly Heard[]) => {
      const heard = last.map(({ of, bid, atMs }) => {
        const seq = (writer.newestQuote(of)?.seq ?? 0) + 1;
        return { marketId: of, seq, bid, ask: bid + 10, atMs, epoch: 1 };
      });
      await loseWriter();
      const stop = bus.subscribe(TAPE_RECALL, ({ bytes }) =>
        bus.publish(readRecall(bytes).inbox, toBytes(heard)),
      );
      ends.push(stop);
    },
    quote: async (bid: number, of = id) => {
      giveQuote(writer, { market: of, bid, ask: bid + 10, atMs: clock.now() });
      await until(() => tape.newest(of)?.seq === writer.newestQuote(of)?.seq);
    },
    /** What the writer finds stale, and everybody hears. */
    fallSilent: async () => {
      let isHeard = false;
      const stop = tape.follow(({ type }) => {
        isHeard ||= type === "MarkStale";
      });
      writer.markStale(id);
      await until(() => isHeard);
      stop();
    },
    /** Another owner each time, as when a shard moves. */
    host: async (shard = GIVEN): Promise<HostedShard> => {
      const held = await holdShard({ ...shared, shard });
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

const until = (isSo: () => boolean) => expect.poll(isSo, SOON).toBe(true);

function marketOf({ markets }: TradingGround, code: string): TradedMarket {
  const market = markets.find((each) => each.code === code);
  if (!market) throw new Error("Invariant: the sandbox has the market");
  return market;
}

type Setting = { readonly startAt: number; readonly hasRealSessions: boolean };

/** What is there before anybody has a shard. */
async function openStage({ startAt, hasRealSessions }: Setting) {
  const test = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "truetick-missed-"));
  const clock = createFakeClock(startAt);
  const bus = createMemoryBus(log);
  const config: TradingConfig = {
    ...{ mode: "sandbox", feed: SIMULATED_PLAN, oanda: null, simSeed: 7 },
    ...{ hasRealSessions, tapeDays: 30, dataDir },
  };
  const address = { url: test.appUrl, role: null };
  const news = createNews({ bus, log });
  const parts = { database: test.database, address, bus, clock, log, news };
  const ground = await openTradingGround({ ...parts, config, publishesSeeds: false });
  const ends: (() => unknown)[] = [];
  const close = async () => {
    for (const end of ends.toReversed()) await end();
    await test.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { shared: { ...parts, ground }, bus, clock, ends, close };
}

type Shared = Omit<HostNeeds, "tape" | "sessionsOf">;

/** Stores of the tape only what is named: what nobody named yet is missed by who begins. */
async function openWriter(shared: Shared, ends: (() => unknown)[]) {
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

export async function openAccount({ gateway }: MissedFloor, shard = GIVEN): Promise<AccountId> {
  const book = new OwnerBook(SHARDS);
  let ownerId = 1;
  while (book.shardOf(ownerId) !== shard) ownerId += 1;
  const id = accountId(ownerId);
  await accept(gateway, { type: "OpenAccount", accountId: id, ownerId, book: "demo" });
  return id;
}

export function buy(
  { market, id }: MissedFloor,
  account: AccountId,
  stopLoss: number | null = null,
) {
  const leverage = Math.max(...market.leverages);
  const wanted = { marketId: id, lots: market.lotsMin, leverage };
  return marketOrder(account, { ...wanted, stopLoss: stopLoss === null ? null : price(stopLoss) });
}

/** Which rules filled, in order, and how many nights were charged. */
export async function whatHappened({
  database,
}: MissedFloor): Promise<{ readonly rules: string[]; readonly nights: number }> {
  const { rows } = await sql<{ rule: string }>`
    select rule from fill order by shard, journal_seq`.execute(database);
  const nights = await sql`select 1 from financing`.execute(database);
  return { rules: rows.map(({ rule }) => rule), nights: nights.rows.length };
}

export const openOrders = ({ gateway }: MissedFloor, account: AccountId) =>
  gateway.read((books) => books.orders(account).length);

/** Who has a position there; then nobody has the shard. */
export async function leaveBehind(floor: MissedFloor, stopLoss: number | null): Promise<AccountId> {
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

/** Somebody waits for a price until then; nobody has the shard. */
export async function leaveWaiting(floor: MissedFloor, expiresAtMs: number): Promise<void> {
  const first = await floor.host();
  await floor.quote(110_000);
  const account = await openAccount(floor);
  const order = { ...buy(floor, account), target: price(109_900), expiresAtMs };
  await accept(floor.gateway, order);
  await first.stop();
  floor.clock.advance(1_000);
}
