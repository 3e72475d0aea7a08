// A replica that is built anew, because quotes in it are not on the tape that goes on: whoever
// listens to it still hears every row once and in order, also rows that were committed meanwhile.

import { setTimeout as sleep } from "node:timers/promises";
import { price } from "@truetick/money";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createMemoryBus } from "../../platform/bus/memory-bus.ts";
import { createLog } from "../../platform/log.ts";
import { startDatabaseProxy } from "../../testing/database-proxy.ts";
import { createFaultyBus, NO_FAULTS } from "../../testing/faulty-bus.ts";
import { accept, EURUSD } from "../testing/bare-exchange.ts";
import { openShardFloor, type ShardFloor } from "../testing/shard-floor.ts";
import { Replica } from "./replica.ts";

const SHARD = 1;
const log = createLog("silent");
const bus = createMemoryBus(log);

let floor: ShardFloor;
beforeAll(async () => {
  floor = await openShardFloor(bus, 2);
});
afterAll(async () => {
  await floor.close();
  await bus.stop();
});

/** A row of the shard's journal each time. */
async function commit(): Promise<void> {
  for (const session of ["closed", "open"] as const) {
    await accept(floor.engine(SHARD), { type: "SetMarketSession", marketId: EURUSD, session });
  }
}

async function openReplica({ heard = NO_FAULTS, url = floor.test.appUrl } = {}) {
  const seqs: number[] = [];
  const { database } = floor.test;
  const replica = await Replica.open({
    bus: createFaultyBus(bus, { said: NO_FAULTS, heard }),
    database,
    address: { url, role: null },
    shard: SHARD,
    tape: { newest: () => null },
    log,
    onCommitted: ({ seq }) => void seqs.push(seq),
    onLoaded: () => undefined,
    onOwner: () => undefined,
  });
  return { replica, seqs, from: replica.head };
}

const headOf = () => floor.engine(SHARD).figures().journalSeq;

function numbersUpTo(head: number, from: number): number[] {
  return Array.from({ length: head - from }, (_, index) => from + 1 + index);
}

it("tells rows that it finds in the tables before it has heard of them", async () => {
  const { replica, seqs, from } = await openReplica({ heard: { ...NO_FAULTS, lost: 1 } });
  await commit();
  replica.rebuild();
  await replica.reach(headOf());
  await commit();
  await replica.reach(headOf());
  expect(seqs).toEqual(numbersUpTo(headOf(), from));
  replica.stop();
});

it("tells every row once, whenever it is built anew", async () => {
  const { replica, seqs, from } = await openReplica();
  for (let round = 0; round < 20; round += 1) {
    replica.rebuild();
    await commit();
  }
  await replica.reach(headOf());
  await expect.poll(() => seqs.length).toBe(headOf() - from);
  expect(seqs).toEqual(numbersUpTo(headOf(), from));
  replica.stop();
});

it("is built anew also when the database is away at first", async () => {
  const proxy = await startDatabaseProxy(floor.test.appUrl);
  const { replica } = await openReplica({ url: proxy.url });
  const bidOf = () => replica.state.marketOf(EURUSD)?.bid;
  const seq = 1_000;
  const phantom = { marketId: EURUSD, seq, bid: price(1), ask: price(2), atMs: seq } as const;
  replica.mark({ type: "TakeQuote", ...phantom });
  expect(bidOf()).toBe(1);
  proxy.shut();
  replica.rebuild();
  await sleep(300);
  proxy.open();
  await expect.poll(bidOf).not.toBe(1);
  replica.stop();
  await proxy.close();
});
