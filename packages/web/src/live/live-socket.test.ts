// The socket against a real server on this machine: it subscribes, keeps itself alive, notices a
// server that has gone silent, and comes back by itself. Timers are the test's where minutes would
// pass.
// @vitest-environment node

import {
  HEARTBEAT_MS,
  MISSED_PONGS_MAX,
  PING,
  RETRY_FIRST_MS,
  RETRY_MAX_MS,
  reconnectReason,
  SESSION_ENDED,
  TOPIC_QUOTES,
  TOPIC_TRADE,
} from "@truetick/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type LocalServer,
  openNodeSocket,
  startLocalServer,
} from "../testing/local-socket-server.ts";
import { LiveSocket, retryDelayMs } from "./live-socket.ts";

let server: LocalServer;
let socket: LiveSocket;
let sessionsEnded: number;

function open(openSocket = openNodeSocket, now: () => number = Date.now): LiveSocket {
  sessionsEnded = 0;
  socket = new LiveSocket({
    url: server.origin.replace("http", "ws"),
    openSocket,
    onFrame: () => undefined,
    onSessionEnded: () => {
      sessionsEnded += 1;
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

  test("says nothing to a connection that is closing; the next one is told", async () => {
    const opened: WebSocket[] = [];
    open((url) => {
      const made = openNodeSocket(url);
      opened.push(made);
      return made;
    }).ensure();
    await until(() => phase() === "live");
    const [closing] = opened;
    if (!closing) throw new Error("a connection was opened");
    closing.close();
    const said = vi.spyOn(closing, "send");
    socket.subscribe(TOPIC_QUOTES);
    expect(said).not.toHaveBeenCalled();
    await until(() => phase() !== "live");
    socket.wake();
    await until(() => server.heard.some((text) => text.includes(TOPIC_QUOTES)));
  });

  test("gives up a connection that does not open within 5 s", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const silent = { close: vi.fn(), send: vi.fn() };
    socket = new LiveSocket({
      url: "ws://nowhere.test",
      // Only what the socket touches before it opens.
      openSocket: () => silent as unknown as WebSocket,
      onFrame: () => undefined,
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
  });
});

describe("what it says of itself", () => {
  const update = {
    marketId: "1",
    code: "EURUSD",
    isOpen: true,
    opensAt: null,
    isClosingOnly: false,
    isStale: false,
    quote: {
      bid: "1",
      ask: "1",
      dayOpen: "1",
      dayHigh: "1",
      dayLow: "1",
      dayChange: "0.00",
      time: 1,
      seq: 1,
    },
  };
  const isFresh = () => socket.connection.get().isFresh;

  test("fresh only once the server has said what it knows, not by being connected", async () => {
    open().subscribe(TOPIC_QUOTES);
    socket.ensure();
    await until(() => socket.connection.get().lagMs !== null);
    expect(phase()).toBe("live");
    expect(isFresh()).toBe(false);
    server.send([update]);
    await until(isFresh);
    server.dropAll();
    await until(() => phase() === "waiting");
    expect(isFresh()).toBe(false);
  });

  test("not fresh when two pongs are missing, and again with the next one", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    open().subscribe(TOPIC_QUOTES);
    socket.ensure();
    await until(() => socket.connection.get().lagMs !== null);
    server.send([update]);
    await until(isFresh);
    server.setAnswersPings(false);
    for (const pings of [2, 3]) {
      vi.advanceTimersByTime(HEARTBEAT_MS);
      await until(() => server.heard.filter((text) => text === PING).length === pings);
      expect(isFresh()).toBe(true);
    }
    vi.advanceTimersByTime(HEARTBEAT_MS);
    expect(phase()).toBe("live");
    expect(isFresh()).toBe(false);
    server.setAnswersPings(true);
    server.send([update]);
    await until(() => server.heard.filter((text) => text === PING).length === 4);
  });
});

describe("a session", () => {
  const said = (text: string) => server.heard.filter((heard) => heard.includes(text));

  test("is logged in before anything private is asked for, on every connection", async () => {
    open().logIn("my token");
    socket.subscribe(TOPIC_TRADE);
    socket.ensure();
    await until(() => said(TOPIC_TRADE).length === 1);
    expect(server.heard.slice(0, 2)).toEqual([
      JSON.stringify({ type: "login", params: "my token" }),
      JSON.stringify({ type: "sub", params: TOPIC_TRADE }),
    ]);
    server.dropAll();
    await until(() => phase() === "waiting");
    socket.ensure();
    await until(() => said("login").length === 2);
  });

  test("is left by logging out, and not entered again", async () => {
    open().logIn("my token");
    socket.ensure();
    await until(() => said("login").length === 1);
    socket.logIn(null);
    await until(() => said("logout").length === 1);
    server.dropAll();
    await until(() => phase() === "waiting");
    socket.ensure();
    await until(() => server.connections() === 2 && phase() === "live");
    expect(said(`"login"`)).toHaveLength(1);
  });

  test("that the server has ended is told, and its token is not tried again", async () => {
    open().logIn("my token");
    socket.ensure();
    await until(() => said("login").length === 1);
    server.dropAll(1008, SESSION_ENDED);
    await until(() => sessionsEnded === 1);
    socket.ensure();
    await until(() => server.connections() === 2 && phase() === "live");
    expect(said("login")).toHaveLength(1);
  });
});

describe("coming back", () => {
  test("waits longer with every failed try, never longer than the limit, never all alike", () => {
    const shortest = [1, 2, 3, 4, 5, 6, 7].map((attempt) => retryDelayMs(attempt, () => 0));
    expect(shortest).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
    const longest = [1, 2, 20].map((attempt) => retryDelayMs(attempt, () => 1));
    expect(longest).toEqual([RETRY_FIRST_MS, RETRY_FIRST_MS * 2, RETRY_MAX_MS]);
  });

  test("waits as long as a leaving server asks for", async () => {
    let nowMs = 1_000;
    open(openNodeSocket, () => nowMs);
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
    open(openNodeSocket, () => nowMs);
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
