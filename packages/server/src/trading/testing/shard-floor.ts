// Several shards in one process, for tests: a database of their own, engines that own and serve
// them, gateways that reach them over whatever bus the test brings. `replace` ends an owner as a
// crash does to those outside: what it committed stays, and nothing more is heard of it.

import { type AccountId, accountId, type MarketId } from "@truetick/engine";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Clock } from "../../platform/clock.ts";
import type { DatabaseAddress } from "../../platform/database.ts";
import { createLog, type Log } from "../../platform/log.ts";
import { createFakeClock, type FakeClock } from "../../testing/fake-clock.ts";
import { createFaultyBus, type FaultyBus, NO_FAULTS } from "../../testing/faulty-bus.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type HeldShard, holdShard } from "../sequencer/hold-shard.ts";
import { type Sequencer, startSequencer } from "../sequencer/sequencer.ts";
import { createRemoteSequencer, type RemoteSequencer } from "../shards/remote-sequencer.ts";
import { type ShardServer, serveShard } from "../shards/shard-server.ts";
import { followTapeStream } from "../tape/follow-tape.ts";
import { GivenTape } from "../tape/given-tape.ts";
import { publishTape, rememberTape, type TapePublisher } from "../tape/publish-tape.ts";
import type { TapeStream } from "../tape/tape-stream.ts";
import { accept, EURUSD, GOLD, giveQuote, openMarkets, USDJPY } from "./bare-exchange.ts";

const log = createLog("fatal");
const MARKETS = [EURUSD, USDJPY, GOLD];

type Engine = {
  readonly sequencer: Sequencer;
  readonly server: ShardServer;
  readonly line: FaultyBus;
  readonly held: HeldShard;
  readonly publisher: TapePublisher | null;
};

export type ShardFloor = {
  readonly test: TestDatabase;
  readonly clock: FakeClock;
  readonly shards: number;
  readonly engine: (shard: number) => Sequencer;
  /** Nothing more leaves the owner of the shard; what it does is done. */
  readonly mute: (shard: number) => void;
  /** It is gone, and another owns the shard. */
  readonly replace: (shard: number) => Promise<void>;
  readonly quote: (market: number, bid: number, ask: number) => void;
  /** Over a bus of its own, where it is to misbehave. */
  readonly gateway: (bus?: Bus) => Promise<RemoteSequencer>;
  /** With 10,000 of play money. */
  readonly openAccount: (gateway: RemoteSequencer, owner?: number) => Promise<AccountId>;
  readonly close: () => Promise<void>;
};

type Own = { readonly rowsBytesMax?: number };

export async function openShardFloor(bus: Bus, shards: number, own: Own = {}): Promise<ShardFloor> {
  const test = await createTestDatabase();
  const clock = createFakeClock();
  const { database } = test;
  const address = { url: test.appUrl, role: null };
  const gateways: RemoteSequencer[] = [];
  const tape = await followTapeStream({ bus, database, log });
  const ground = { bus, database, address, tape, clock, log };
  const engines: Engine[] = [];
  for (let shard = 0; shard < shards; shard += 1) {
    const engine = await startEngine(ground, shard, own);
    engines.push(engine);
    await openMarkets(engine.sequencer);
  }
  const engineOf = (shard: number): Engine => {
    const engine = engines[shard];
    if (!engine) throw new Error(`no shard ${shard}`);
    return engine;
  };
  const floor: ShardFloor = {
    test,
    clock,
    shards,
    engine: (shard) => engineOf(shard).sequencer,
    mute: (shard) => engineOf(shard).line.mute(),
    replace: async (shard) => {
      await endEngine(engineOf(shard));
      engines[shard] = await startEngine(ground, shard, own);
    },
    quote: (market, bid, ask) =>
      giveQuote(engineOf(0).sequencer, { market, bid, ask, atMs: clock.now() }),
    gateway: async (line = bus) => {
      const gateway = await createRemoteSequencer({ ...ground, bus: line, shards });
      gateways.push(gateway);
      return gateway;
    },
    openAccount,
    close: async () => {
      for (const gateway of gateways) await gateway.stop();
      for (const engine of engines) await endEngine(engine);
      tape.stop();
      await test.close();
    },
  };
  floor.quote(EURUSD, 110_000, 110_010);
  floor.quote(USDJPY, 149_490, 149_500);
  floor.quote(GOLD, 265_000, 265_030);
  await untilQuoted(floor);
  return floor;
}

type Ground = {
  readonly bus: Bus;
  readonly database: TestDatabase["database"];
  readonly address: DatabaseAddress;
  readonly tape: TapeStream;
  readonly clock: Clock;
  readonly log: Log;
};

async function startEngine(ground: Ground, shard: number, own: Own): Promise<Engine> {
  const { bus, tape } = ground;
  const held = await holdShard({ ...ground, shard });
  const { epoch } = held.lease;
  const line = createFaultyBus(bus, { said: NO_FAULTS, heard: NO_FAULTS });
  const given = {
    epoch: tape.epoch,
    storedSeq: tape.storedSeq,
    onNamed: (marketIds: readonly MarketId[]) => void tape.store(marketIds),
  };
  const sequencer = await startSequencer({
    ...{ ...ground, shard, held },
    tape: shard === 0 ? undefined : (heads) => new GivenTape(heads, given),
  });
  if (shard > 0) follow(tape, sequencer);
  const served = { bus: line, shard, sequencer, epoch, isSure: () => true, log };
  const server = serveShard({ ...served, ...own });
  const memory = rememberTape({ sequencer, marketIds: MARKETS });
  const parts = { bus: line, sequencer, epoch, memory, log };
  return { sequencer, server, line, held, publisher: shard > 0 ? null : publishTape(parts) };
}

async function endEngine({ sequencer, server, line, held, publisher }: Engine): Promise<void> {
  line.mute();
  publisher?.stop();
  server.stop();
  await sequencer.stop();
  await held.keeper.stop();
}

/** What was said before is given first, as to any shard that begins in the middle. */
function follow(tape: TapeStream, sequencer: Sequencer): void {
  const give = sequencer.giveQuote;
  for (const marketId of MARKETS) {
    const after = sequencer.newestQuote(marketId)?.seq ?? 0;
    for (const quote of tape.recent(marketId, after))
      give({ type: "TakeQuote", marketId, ...quote });
  }
  tape.follow((input) => void give(input));
}

async function untilQuoted({ shards, engine }: ShardFloor): Promise<void> {
  for (let shard = 0; shard < shards; shard += 1) {
    while (engine(shard).newestQuote(GOLD) === null) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
}

let accountsOpened = 0;

async function openAccount(gateway: RemoteSequencer, owner?: number): Promise<AccountId> {
  accountsOpened += 1;
  const id = accountId(accountsOpened);
  const ownerId = owner ?? accountsOpened;
  await accept(gateway, { type: "OpenAccount", accountId: id, ownerId, book: "demo" });
  return id;
}
