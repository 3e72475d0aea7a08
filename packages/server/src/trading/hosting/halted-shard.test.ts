// A shard that halted by itself stays where it halted until somebody has looked: whoever claimed it
// next would recover and trade (0054).

import { setTimeout as sleep } from "node:timers/promises";
import { price } from "@truetick/money";
import { afterEach, expect, it } from "vitest";
import { createLeaseKeeper } from "../../platform/lease/lease-keeper.ts";
import { settleShards } from "../../platform/lease/shard-count.ts";
import { createLog } from "../../platform/log.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { holdShard } from "../sequencer/hold-shard.ts";
import type { SequencerStatus } from "../sequencer/sequencer.ts";
import { accept } from "../testing/bare-exchange.ts";
import { claimShards } from "./claim-shards.ts";
import { hostGivenShard } from "./host-shard.ts";
import { buy, GIVEN, openAccount, openMissedFloor, SOON } from "./testing/missed-floor.ts";

const log = createLog("fatal");
/** Several looks of an engine at its seats. */
const LOOKED_AGAIN_MS = 800;
/** In points of EUR/USD: bought for next to nothing, worth more than any balance holds. */
const [CHEAP, BEYOND_ALL_BALANCES] = [100, 999_999_999_000];

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

it("a quote on which its engine breaks, and those after it, do not move it elsewhere", async () => {
  const floor = await openMissedFloor();
  ends.push(floor.close);
  const { needs, gateway, market } = floor;
  const held = await holdShard({ ...needs, shard: GIVEN });
  ends.push(() => held.keeper.stop());
  let overs = 0;
  const onOver = () => {
    overs += 1;
  };
  const hosted = await hostGivenShard(needs, { held, shard: GIVEN, onOver });
  ends.push(hosted.stop);
  await expect.poll(() => gateway.status(), SOON).toBe("trading");
  await floor.quote(CHEAP);
  const account = await openAccount(floor);
  const takeProfit = price(2 * CHEAP);
  await accept(gateway, { ...buy(floor, account), lots: market.lotsMax, takeProfit });
  await floor.quote(BEYOND_ALL_BALANCES);
  await expect.poll(hosted.status, SOON).toBe("halted");
  await floor.quote(CHEAP);
  expect(overs).toBe(0);
  expect(hosted.status()).toBe("halted");
});

it("an engine keeps it though it cannot go on, until the lease is lost", async () => {
  const test = await createTestDatabase();
  ends.push(test.close);
  const { database } = test;
  await settleShards(database, 1);
  const address = { url: test.appUrl, role: null };
  const leases = createLeaseKeeper({ address, owner: "engine", log });
  ends.push(() => leases.stop());
  let status: SequencerStatus = "trading";
  const stopped: SequencerStatus[] = [];
  let isOver: () => void = () => undefined;
  const claims = claimShards({
    ...{ database, leases, log },
    host: async (_held, _shard, onOver) => {
      isOver = onOver;
      return {
        status: () => status,
        figures: () => ({ queuedRows: 0, heldQuotes: 0, journalSeq: 0 }),
        stop: async () => void stopped.push(status),
      };
    },
  });
  ends.push(claims.stop);
  await expect.poll(() => claims.hosted().size, SOON).toBe(1);
  status = "halted";
  isOver();
  await sleep(LOOKED_AGAIN_MS);
  expect(stopped).toEqual([]);
  // As a sequencer does that was overtaken.
  status = "stopped";
  await expect.poll(() => stopped, SOON).toEqual(["stopped"]);
});
