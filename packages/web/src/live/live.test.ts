// The live parts together, against a real server: what it sends is on the board, a reconnection
// begins with a snapshot, and whether prices are simulated is the server's word (H13).
// @vitest-environment node

import type { Market, QuoteUpdate } from "@truetick/contract";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Storage } from "../app/storage.ts";
import {
  type LocalServer,
  openNodeSocket,
  startLocalServer,
} from "../testing/local-socket-server.ts";
import { memoryStorage } from "../testing/memory-storage.ts";
import { createLive, type Live } from "./live.ts";

function update(seq: number, bid: string): QuoteUpdate {
  return {
    marketId: "1",
    code: "EURUSD",
    isOpen: true,
    opensAt: null,
    isClosingOnly: false,
    isStale: false,
    quote: {
      bid,
      ask: bid,
      dayOpen: bid,
      dayHigh: bid,
      dayLow: bid,
      dayChange: "0.00",
      time: 1,
      seq,
    },
  };
}

let server: LocalServer;
let live: Live;
let storage: Storage;

function connect(): Live {
  live = createLive({
    origin: server.origin,
    storage,
    schedule: (paint) => queueMicrotask(paint),
    openSocket: openNodeSocket,
    random: () => 0,
  });
  live.socket.ensure();
  return live;
}

const bid = () => live.board.get("1")?.quote.bid;
const until = (isTrue: () => boolean) =>
  expect.poll(isTrue, { timeout: 4_000, interval: 5 }).toBe(true);
const subscribed = (times: number) => () =>
  server.heard.filter((text) => text.includes(`"sub"`)).length === times;

beforeEach(async () => {
  server = await startLocalServer();
  storage = memoryStorage();
});

afterEach(async () => {
  live.socket.close();
  await server.stop();
});

test("quotes reach the board, newest only", async () => {
  connect();
  await until(subscribed(1));
  server.send([update(2, "1.20000")]);
  await until(() => bid() === "1.20000");
  server.send([update(1, "1.10000")]);
  server.send([update(3, "1.30000")]);
  await until(() => bid() === "1.30000");
  expect(live.quotedAtMs()).not.toBeNull();
});

test("a lost connection comes back by itself with a snapshot that wins", async () => {
  connect();
  await until(subscribed(1));
  server.send([update(500, "1.50000")]);
  await until(() => bid() === "1.50000");
  server.dropAll();
  await until(subscribed(2));
  server.send([update(7, "1.70000")]);
  await until(() => bid() === "1.70000");
  server.send([update(6, "1.60000"), update(8, "1.80000")]);
  await until(() => bid() === "1.80000");
});

test("a gap is noticed: nothing is believed until the snapshot that is asked for", async () => {
  connect();
  await until(subscribed(1));
  server.send([update(1, "1.10000")]);
  await until(() => bid() === "1.10000");
  server.send([update(9, "1.90000")], { lost: 1 });
  await until(() => server.heard.some((text) => text.includes("unsub")));
  await until(subscribed(2));
  server.send([update(10, "1.99000")]);
  server.send([update(3, "1.30000")], { isSnapshot: true });
  await until(() => bid() === "1.30000");
  expect(server.heard.filter((text) => text.includes("unsub"))).toHaveLength(1);
});

test("a list on the board is not fresh before the socket has spoken", async () => {
  connect();
  await until(subscribed(1));
  const { quote } = update(5, "1.50000");
  // Only what seeding reads.
  live.seed([{ id: "1", code: "EURUSD", isOpen: true, quote } as Market]);
  expect(bid()).toBe("1.50000");
  expect(live.socket.connection.get().isFresh).toBe(false);
  server.send([update(6, "1.60000")]);
  await until(() => live.socket.connection.get().isFresh);
});

test("H13: simulated until the server says otherwise, and again when it says so", async () => {
  connect();
  expect(live.isSimulated.get()).toBe(true);
  await until(subscribed(1));
  server.send([update(1, "1.10000")], { isSimulated: false });
  await until(() => !live.isSimulated.get());
  server.send([update(2, "1.20000")], { isSimulated: true });
  await until(() => live.isSimulated.get());
});

test("a freshly loaded list seeds the board, but never over a newer quote", async () => {
  connect();
  await until(subscribed(1));
  server.send([update(10, "1.10000")]);
  await until(() => bid() === "1.10000");
  // Only what seeding reads.
  const market = (seq: number, price: string) =>
    ({ id: "1", code: "EURUSD", isOpen: true, quote: update(seq, price).quote }) as Market;
  live.seed([market(9, "1.90000")]);
  expect(bid()).toBe("1.10000");
  live.seed([market(11, "1.11000")]);
  expect(bid()).toBe("1.11000");
});
