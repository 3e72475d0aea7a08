// A shard that is given its quotes: what its commits name is found by the tape's next writer, with
// everything before it, also when nobody remembers anything; and once there is a next writer,
// nothing is stored on the word of the last one.

import { accountId, type TakeQuote } from "@truetick/engine";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createMemoryBus } from "../../platform/bus/memory-bus.ts";
import { shardLease } from "../../platform/lease/lease.ts";
import { createLog } from "../../platform/log.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type HeldShard, holdShard } from "../sequencer/hold-shard.ts";
import { type Sequencer, startSequencer } from "../sequencer/sequencer.ts";
import { answerRecalls } from "../tape/answer-recalls.ts";
import { GivenTape } from "../tape/given-tape.ts";
import { QuoteMemory } from "../tape/quote-memory.ts";
import { readHeads } from "../tape/read-heads.ts";
import { rebuildTape } from "../tape/rebuild-tape.ts";
import { readStoredQuotes } from "../tape/stored-quotes.ts";
import { Tape } from "../tape/tape.ts";
import {
  accept,
  EURUSD,
  GOLD,
  giveQuote,
  marketOrder,
  openMarkets,
} from "../testing/bare-exchange.ts";

const log = createLog("fatal");
const clock = createFakeClock();
const STEADY = { lineUpMs: () => 60_000 };

let test: TestDatabase;
let writer: Sequencer;
let given: Sequencer;
let held: readonly [HeldShard, HeldShard];

beforeEach(async () => {
  test = await createTestDatabase();
  const address = { url: test.appUrl, role: null };
  const parts = { address, database: test.database, clock, log };
  held = [await holdShard({ address, shard: 0, log }), await holdShard({ address, shard: 1, log })];
  const [first, second] = held;
  writer = await startSequencer({ ...parts, shard: 0, held: first });
  const by = {
    epoch: () => first.lease.epoch,
    storedSeq: () => 0,
    onNamed: () => undefined,
  };
  const tape = (heads: ConstructorParameters<typeof GivenTape>[0]) => new GivenTape(heads, by);
  given = await startSequencer({ ...parts, shard: 1, held: second, tape });
  writer.followInputs((input) => void given.giveQuote(input));
  await openMarkets(writer);
  await openMarkets(given);
  const account = {
    type: "OpenAccount",
    accountId: accountId(1),
    ownerId: 1,
    book: "demo",
  } as const;
  await accept(given, account);
});

afterEach(async () => {
  await given.stop();
  await writer.stop();
  for (const { keeper } of held) await keeper.stop();
  await test.close();
});

function quote(bid: number, market: number = EURUSD): void {
  giveQuote(writer, { market, bid, ask: bid + 10, atMs: clock.now() });
}

/** Somebody else writes the tape; what the last one had not stored is lost with it. */
async function overtake(): Promise<number> {
  const [{ lease, keeper }, other] = held;
  await keeper.release(lease);
  const next = await other.keeper.claim(shardLease(0));
  return next?.epoch ?? 0;
}

it("the next writer finds what was named, and everything before it, in the database", async () => {
  for (const bid of [110_000, 110_020, 110_010]) quote(bid);
  await accept(given, marketOrder(accountId(1)));
  quote(110_050);
  await accept(given, marketOrder(accountId(1)));
  quote(110_070);
  expect(await overtake()).toBe(2);
  const heads = await readHeads(test.database);
  expect(heads).toEqual([]);
  const parts = { database: test.database, bus: createMemoryBus(), tape: STEADY };
  const rebuilt = await rebuildTape(parts, heads);
  const told = rebuilt.map(({ marketId, seq, bid }: TakeQuote) => [marketId, seq, bid]);
  expect(told).toEqual([
    [EURUSD, 1, 110_000],
    [EURUSD, 2, 110_020],
    [EURUSD, 3, 110_010],
    [EURUSD, 4, 110_050],
  ]);
});

it("F09: nothing is stored on the word of a writer that was overtaken", async () => {
  quote(110_000);
  await accept(given, marketOrder(accountId(1)));
  quote(110_090);
  await overtake();
  const outcome = await given.submit(marketOrder(accountId(1)));
  expect(outcome).toMatchObject({ refusal: { reason: "UNAVAILABLE", why: "not-stored" } });
  const rows = await test.database.selectFrom("tape_piece").selectAll().execute();
  expect(rows).toEqual([]);
  const named = await readNamed();
  expect(named).toEqual([1]);
});

type Told = Pick<TakeQuote, "marketId" | "seq" | "atMs">;
const placeOf = ({ marketId, seq, atMs }: Told) => ({ marketId, seq, atMs });

/** Everybody remembers the last writer's quotes of both markets; only gold's newest is stored. */
async function rebuiltAfter(awayMs: number) {
  const bus = createMemoryBus();
  const memory = new QuoteMemory();
  const told: Told[] = [];
  answerRecalls(bus, memory);
  writer.followInputs((input) => {
    if (input.type === "MarkStale" || !memory.put(1, input)) return;
    told.push(placeOf(input));
  });
  for (const market of [EURUSD, EURUSD, GOLD, EURUSD]) {
    clock.advance(100);
    quote(110_000 + told.length, market);
  }
  // Made long before it came, and told so.
  clock.advance(5_000);
  giveQuote(writer, { market: EURUSD, bid: 110_000, ask: 110_010, atMs: clock.now() - 5_000 });
  clock.advance(100);
  quote(110_020, GOLD);
  expect(await writer.storeTape([GOLD])).toBe(true);
  // It names a late quote: what is stored with it is when that was made.
  await accept(given, marketOrder(accountId(1)));
  const epoch = await overtake();
  clock.advance(awayMs);
  let rebuilt: readonly TakeQuote[] = [];
  const next = await startSequencer({
    address: { url: test.appUrl, role: null },
    database: test.database,
    clock,
    log,
    shard: 0,
    held: { lease: { name: shardLease(0), epoch }, keeper: held[1].keeper },
    tape: async (heads) => {
      rebuilt = await rebuildTape({ database: test.database, bus, tape: STEADY }, heads);
      return new Tape(heads);
    },
  });
  return { next, rebuilt, told: told.filter(({ marketId }) => marketId === EURUSD) };
}

it.each([0, 61_000])("rebuilt quotes keep number and time, after %i ms", async (awayMs) => {
  const { next, rebuilt, told } = await rebuiltAfter(awayMs);
  const again: Told[] = [];
  next.followInputs((input) => void (input.type === "TakeQuote" && again.push(placeOf(input))));
  expect(rebuilt.map((one) => next.giveQuote(one))).toEqual(told.map(() => true));
  expect(again).toEqual(told);
  giveQuote(next, { market: EURUSD, bid: 110_050, ask: 110_060, atMs: clock.now() });
  expect(await next.storeTape([EURUSD])).toBe(true);
  const wanted = { marketId: EURUSD, after: 0, before: told.length + 2 };
  const stored = await readStoredQuotes(test.database, wanted);
  expect(stored.slice(0, -1).map(placeOf)).toEqual(told);
  expect(stored.at(-1)?.atMs).toBe(clock.now());
  await next.stop();
  expect(await brokenInvariants(test.ownerUrl)).toEqual({});
});

async function readNamed(): Promise<number[]> {
  const heads = await readHeads(test.database);
  const parts = { database: test.database, bus: createMemoryBus(), tape: STEADY };
  const rebuilt = await rebuildTape(parts, heads);
  return rebuilt.map(({ seq }) => seq);
}
