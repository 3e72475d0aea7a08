// A real nats-server that dies, stands still and comes back under gateways and owners: whoever
// asked is answered as soon as there is a line again, and nothing happened twice.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Bus } from "../../platform/bus/bus.ts";
import { connectNatsBus } from "../../platform/bus/nats-bus.ts";
import { createLog } from "../../platform/log.ts";
import { hasNats, NATS_ABSENT, type NatsServer, startNats } from "../../testing/nats-server.ts";
import { keyOf, marketOrder, reasonOf } from "../testing/bare-exchange.ts";
import { openShardFloor, type ShardFloor } from "../testing/shard-floor.ts";
import type { RemoteSequencer } from "./remote-sequencer.ts";

const log = createLog("silent");
const COMMANDS = 40;

describe("F13: NATS goes away", () => {
  let server: NatsServer;
  let buses: Bus[] = [];
  let floor: ShardFloor;
  let gateway: RemoteSequencer;

  beforeAll(async () => {
    if (!hasNats()) return;
    server = await startNats();
    const options = { url: server.url, prefix: "test", log };
    buses = [
      await connectNatsBus({ ...options, name: "engine" }),
      await connectNatsBus({ ...options, name: "gateway" }),
    ];
    floor = await openShardFloor(buses[0] as Bus, 2);
    gateway = await floor.gateway(buses[1] as Bus);
  });
  afterAll(async () => {
    if (!hasNats()) return;
    await floor.close();
    for (const bus of buses) await bus.stop();
    await server.kill();
  });

  const ends = [
    { name: "killed and started again", leave: () => server.kill(), back: () => server.start() },
    {
      name: "standing still for a second",
      leave: async () => server.pause(),
      back: async () => server.resume(),
    },
  ];

  it.for(ends)(
    "$name: every command is carried out once",
    { timeout: 60_000 },
    async (end, { skip }) => {
      if (!hasNats()) skip(NATS_ABSENT);
      const id = await floor.openAccount(gateway);
      const before = Array.from({ length: COMMANDS / 2 }, (_, at) =>
        gateway.submit(marketOrder(id), keyOf(id, `before ${at}`)),
      );
      await end.leave();
      const during = Array.from({ length: COMMANDS / 2 }, (_, at) =>
        gateway.submit(marketOrder(id), keyOf(id, `during ${at}`)),
      );
      // The journal itself says what there is: no bus is needed to read.
      const seen = await gateway.read((books) => books.account(id)?.accountId);
      expect(seen).toBe(id);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await end.back();
      const outcomes = await Promise.all([...before, ...during]);
      expect(new Set(outcomes.map(reasonOf))).toEqual(new Set(["accepted"]));
      const orders = await gateway.read((books) => books.orders(id).length);
      expect(orders).toBe(COMMANDS);
    },
  );
});
