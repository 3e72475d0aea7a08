// A bus that loses, doubles, delays and reorders, and owners that are replaced meanwhile: however
// it goes, a command is carried out once, an answer is true, and nobody reads less than he was
// answered. Failures print the seed.

import type { AccountId, OrderId } from "@truetick/engine";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Bus } from "../../platform/bus/bus.ts";
import { createMemoryBus } from "../../platform/bus/memory-bus.ts";
import { createLog } from "../../platform/log.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { createFaultyBus, type Faults, NO_FAULTS } from "../../testing/faulty-bus.ts";
import type { Outcome } from "../sequencer/sequencer.ts";
import { accept, EURUSD, keyOf, marketOrder, reasonOf } from "../testing/bare-exchange.ts";
import { openShardFloor, type ShardFloor } from "../testing/shard-floor.ts";
import type { RemoteSequencer } from "./remote-sequencer.ts";

const SHARDS = 2;
const GATEWAYS = 20;
const ACTS_PER_GATEWAY = 4;
const FAULTS: Faults = { lost: 0.15, doubled: 0.2, late: 0.3, lateMaxMs: 120 };
const BAD = { said: FAULTS, heard: FAULTS };

let bus: Bus;
let floor: ShardFloor;
let sound: RemoteSequencer;

beforeAll(async () => {
  bus = createMemoryBus(createLog("silent"));
  floor = await openShardFloor(bus, SHARDS);
  sound = await floor.gateway();
});
afterAll(async () => {
  await sound.storeTape([EURUSD]);
  const broken = await brokenInvariants(floor.test.ownerUrl);
  await floor.close();
  await bus.stop();
  expect(broken).toEqual({});
});

/** The same numbers for the same seed, whoever draws them. */
function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function ordersIn(outcomes: readonly Outcome[]): Set<OrderId> {
  const orders = new Set<OrderId>();
  for (const outcome of outcomes) {
    for (const event of outcome.isAccepted ? outcome.events : []) {
      if (event.type === "OrderOpened") orders.add(event.orderId);
    }
  }
  return orders;
}

async function storedOrders(id: AccountId): Promise<Set<number>> {
  const { rows } = await sql<{ order_id: bigint }>`
    select order_id from trade_order where account_id = ${id}`.execute(floor.test.database);
  return new Set(rows.map(({ order_id }) => Number(order_id)));
}

describe("T01: exactly once over a bus that misbehaves", () => {
  it("one order per key, whatever is lost, doubled, late or out of order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 5 }), async (seed, keys) => {
        const gateway = await floor.gateway(
          createFaultyBus(bus, { ...BAD, chance: chanceOf(seed) }),
        );
        try {
          const id = await floor.openAccount(sound);
          const attempts = Array.from({ length: 3 * keys }, (_, at) =>
            gateway.submit(marketOrder(id), keyOf(id, `key ${at % keys}`)),
          );
          const outcomes = await Promise.all(attempts);
          expect(outcomes.map(reasonOf)).toEqual(outcomes.map(() => "accepted"));
          const orders = ordersIn(outcomes);
          expect(orders.size).toBe(keys);
          expect(await storedOrders(id)).toEqual(orders);
          // Answered here: seen here, though the news of it may be lost.
          const seen = await gateway.read((books) => books.orders(id).map((one) => one.orderId));
          expect(new Set(seen)).toEqual(orders);
        } finally {
          await gateway.stop();
        }
      }),
      { numRuns: 6 },
    );
  }, 120_000);

  it(`${GATEWAYS} gateways repeat the same keys while owners are replaced`, async () => {
    const gateways = await Promise.all(
      Array.from({ length: GATEWAYS }, (_, at) =>
        floor.gateway(createFaultyBus(bus, { ...BAD, chance: chanceOf(at + 1) })),
      ),
    );
    const ids = await Promise.all(
      Array.from({ length: ACTS_PER_GATEWAY }, () => floor.openAccount(sound)),
    );
    const attempts = ids.flatMap((id) =>
      gateways.map((gateway) => gateway.submit(marketOrder(id), keyOf(id, "same"))),
    );
    // Without a key of its client's, each is an order of its own, and one.
    const alone = gateways.map((gateway, at) =>
      gateway.submit(marketOrder(ids[at % ids.length] ?? (ids[0] as AccountId))),
    );
    for (let shard = 0; shard < SHARDS; shard += 1) await floor.replace(shard);
    const outcomes = await Promise.all(attempts);
    const single = await Promise.all(alone);
    expect(new Set([...outcomes, ...single].map(reasonOf))).toEqual(new Set(["accepted"]));
    const stored = new Set<number>();
    for (const id of ids) for (const order of await storedOrders(id)) stored.add(order);
    expect(ordersIn(outcomes).size).toBe(ids.length);
    expect(ordersIn(single).size).toBe(GATEWAYS);
    expect(stored).toEqual(ordersIn([...outcomes, ...single]));
    for (const gateway of gateways) {
      const seen = await gateway.read((books) => ids.map((id) => books.orders(id).length));
      expect(seen.reduce((sum, count) => sum + count, 0)).toBe(stored.size);
      await gateway.stop();
    }
  }, 120_000);
});

describe("late news", () => {
  it("who reads sees what others were answered, though nobody has told it yet", async () => {
    const id = await floor.openAccount(sound);
    const late = { said: NO_FAULTS, heard: { ...NO_FAULTS, late: 1, lateMaxMs: 400 } };
    const gateway = await floor.gateway(createFaultyBus(bus, late));
    for (let turn = 1; turn <= 10; turn += 1) {
      await accept(sound, marketOrder(id));
      expect(await gateway.read((books) => books.orders(id).length)).toBe(turn);
    }
    await gateway.stop();
  });
});

describe("no answer", () => {
  it("a command that may have been taken is never said to be nothing", async () => {
    const id = await floor.openAccount(sound);
    const deaf = { said: NO_FAULTS, heard: { ...NO_FAULTS, lost: 1 } };
    const gateway = await floor.gateway(createFaultyBus(bus, deaf));
    const asked = gateway.submit(marketOrder(id));
    await expect.poll(() => storedOrders(id).then(({ size }) => size)).toBe(1);
    // Reads need no bus: the journal itself says how far it goes.
    expect(await gateway.read((books) => books.orders(id).length)).toBe(1);
    await gateway.stop();
    expect(await asked).toEqual({
      isAccepted: false,
      refusal: { reason: "UNAVAILABLE", why: "outcome-unknown" },
    });
    expect((await storedOrders(id)).size).toBe(1);
  });

  it("what never left is known to be nothing", async () => {
    const id = await floor.openAccount(sound);
    const down = { ...bus, isUp: () => false, publish: () => undefined };
    const gateway = await floor.gateway(down);
    const asked = gateway.submit(marketOrder(id));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await gateway.stop();
    expect(await asked).toEqual({
      isAccepted: false,
      refusal: { reason: "UNAVAILABLE", why: "stopping" },
    });
  });
});

describe("a row that fits into no message", () => {
  it("F21: is told by its number, and read from the journal by whoever needs it", {
    timeout: 60_000,
  }, async () => {
    const line = createMemoryBus(createLog("silent"));
    const small = await openShardFloor(line, 1, { rowsBytesMax: 300 });
    try {
      const [here, there] = [await small.gateway(), await small.gateway()];
      const id = await small.openAccount(here);
      for (let turn = 0; turn < 6; turn += 1) await accept(here, marketOrder(id));
      const close = { marketId: null, reason: "user", isCancellingPending: false } as const;
      const rows: number[] = [];
      there.subscribe(({ events }) => rows.push(events.length));
      const events = await accept(here, { type: "CloseAll", accountId: id, ...close });
      expect(events.filter(({ type }) => type === "OrderClosed")).toHaveLength(6);
      expect(await there.read((books) => books.orders(id).length)).toBe(0);
      expect(rows).toEqual([events.length]);
    } finally {
      await small.close();
      await line.stop();
    }
  });
});
