// The socket against a real server on this machine: it subscribes, keeps itself alive, notices a
// server that has gone silent, and comes back by itself. Timers are the test's where minutes would
// pass.
// @vitest-environment node

import {
  HEARTBEAT_MS,
  MISSED_PONGS_MAX,
  PING,
  reconnectReason,
  TOPIC_QUOTES,
} from "@truetick/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type LocalServer,
  openNodeSocket,
  startLocalServer,
} from "../testing/local-socket-server.ts";
import { LiveSocket, RETRY_FIRST_MS, RETRY_MAX_MS, retryDelayMs } from "./live-socket.ts";

let server: LocalServer;
let socket: LiveSocket;
let snapshots: number;

function open(now: () => number = Date.now): LiveSocket {
  snapshots = 0;
  socket = new LiveSocket({
    url: server.origin.replace("http", "ws"),
    openSocket: openNodeSocket,
    onFrame: () => undefined,
    onSubscribed: () => {
      snapshots += 1;
    },
    random: () => 0,
    now,
  });
  return socket;
}

const phase = () => socket.connection.get().phase;
/** Lets real sockets talk while the timers are the test's. */
const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const until = async (isTrue: () => boolean) => {
  for (let turn = 0; turn < 5_000 && !isTrue(); turn += 1) await settle();
  expect(isTrue()).toBe(true);
};

beforeEach(async () => {
  server = await startLocalServer();
});

afterEach(async () => {
  socket.close();
  vi.useRealTimers();
  await server.stop();
});

describe("connecting", () => {
  test("opens once, however often it is asked to, and subscribes to what is wanted", async () => {
    open().subscribe(TOPIC_QUOTES);
    socket.ensure();
    socket.ensure();
    await until(() => phase() === "live" && server.heard.length >= 2);
    expect(server.connections()).toBe(1);
    expect(server.heard).toContain(JSON.stringify({ type: "sub", params: TOPIC_QUOTES }));
    expect(snapshots).toBe(1);
  });

  test("keeps a topic for as long as anybody wants it", async () => {
    const first = open().subscribe("A");
    const second = socket.subscribe("A");
    socket.ensure();
    await until(() => phase() === "live");
    first();
    await until(() => server.heard.includes(PING));
    expect(server.heard.join()).not.toContain("unsub");
    second();
    await until(() => server.heard.some((text) => text.includes("unsub")));
  });

  test("gives up a connection that does not open within 5 s", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const silent = { close: vi.fn(), send: vi.fn() };
    socket = new LiveSocket({
      url: "ws://nowhere.test",
      // Only what the socket touches before it opens.
      openSocket: () => silent as unknown as WebSocket,
      onFrame: () => undefined,
      onSubscribed: () => undefined,
    });
    socket.ensure();
    vi.advanceTimersByTime(4_999);
    expect(phase()).toBe("connecting");
    vi.advanceTimersByTime(1);
    expect(phase()).toBe("waiting");
    expect(silent.close).toHaveBeenCalledOnce();
  });
});

describe("staying alive", () => {
  test("pings every 5 s and measures how long the answer took", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    open();
    socket.ensure();
    await until(() => socket.connection.get().lagMs !== null);
    for (const pings of [2, 3, 4, 5, 6]) {
      vi.advanceTimersByTime(HEARTBEAT_MS);
      await until(() => server.heard.filter((text) => text === PING).length === pings);
    }
    expect(phase()).toBe("live");
  });

  test("reconnects after 3 missed pongs, and not before", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    server.setAnswersPings(false);
    open().subscribe(TOPIC_QUOTES);
    socket.ensure();
    await until(() => server.heard.includes(PING));
    vi.advanceTimersByTime(HEARTBEAT_MS * (MISSED_PONGS_MAX - 1));
    await settle();
    expect(phase()).toBe("live");
    vi.advanceTimersByTime(HEARTBEAT_MS);
    expect(phase()).toBe("waiting");
    server.setAnswersPings(true);
    vi.advanceTimersByTime(RETRY_FIRST_MS);
    await until(() => phase() === "live" && server.connections() === 2);
    const subscriptions = server.heard.filter((text) => text.includes(`"sub"`));
    expect(subscriptions).toHaveLength(2);
    expect(snapshots).toBe(2);
  });
});

describe("coming back", () => {
  test("waits longer with every failed try, never longer than the limit, never all alike", () => {
    const shortest = [1, 2, 3, 4, 5, 6, 7].map((attempt) => retryDelayMs(attempt, () => 0));
    expect(shortest).toEqual([250, 500, 1_000, 2_000, 4_000, 7_500, 7_500]);
    const longest = [1, 2, 20].map((attempt) => retryDelayMs(attempt, () => 1));
    expect(longest).toEqual([RETRY_FIRST_MS, RETRY_FIRST_MS * 2, RETRY_MAX_MS]);
  });

  test("waits as long as a leaving server asks for", async () => {
    let nowMs = 1_000;
    open(() => nowMs);
    socket.ensure();
    await until(() => phase() === "live");
    server.dropAll(1001, reconnectReason(7_000));
    await until(() => phase() === "waiting");
    nowMs = 2_000;
    expect(socket.connection.get()).toMatchObject({ attempt: 1, retryAtMs: 8_000 });
  });

  test("a navigation, or the reader, does not wait", async () => {
    open();
    socket.ensure();
    await until(() => phase() === "live");
    server.dropAll(1001, reconnectReason(600_000));
    await until(() => phase() === "waiting");
    socket.ensure();
    await until(() => phase() === "live");
    expect(server.connections()).toBe(2);
  });

  test("after sleep a silent connection is given up, a lively one is kept", async () => {
    let nowMs = 0;
    open(() => nowMs);
    socket.ensure();
    await until(() => socket.connection.get().lagMs !== null);
    socket.wake();
    await settle();
    expect(server.connections()).toBe(1);
    nowMs = HEARTBEAT_MS * 2 + 1;
    socket.wake();
    await until(() => server.connections() === 2 && phase() === "live");
  });

  test("an offline device gives its connection up and has it back when it can", async () => {
    open();
    socket.lose();
    expect(phase()).toBe("idle");
    socket.ensure();
    await until(() => phase() === "live");
    socket.lose();
    expect(socket.connection.get()).toMatchObject({ phase: "waiting", attempt: 1 });
    socket.wake();
    await until(() => phase() === "live" && server.connections() === 2);
  });

  test("a server that accepts and hangs up is tried ever more slowly", async () => {
    open();
    server.setAnswersPings(false);
    socket.ensure();
    for (const attempt of [1, 2, 3]) {
      await until(() => phase() === "live");
      server.dropAll();
      await until(() => phase() === "waiting");
      expect(socket.connection.get().attempt).toBe(attempt);
      socket.ensure();
    }
  });
});
