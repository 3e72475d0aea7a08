// The live socket from outside: who gets in, what is heard, and what ends a conversation.

import { once } from "node:events";
import { connect } from "node:net";
import { reconnectDelayMs } from "@truetick/contract";
import { accountId } from "@truetick/engine";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import {
  ask,
  createMovedQuotes,
  liveWith,
  type OpenGateway,
  openGateway,
  PUBLIC_ORIGIN,
} from "../testing/open-gateway.ts";
import { callSocket } from "../testing/socket-caller.ts";
import { flushPauseMs } from "./flush-beat.ts";
import { SOCKET_LIMITS } from "./socket-limits.ts";

const open: OpenGateway[] = [];
async function start(...options: Parameters<typeof openGateway>): Promise<OpenGateway> {
  const gateway = await openGateway(...options);
  open.push(gateway);
  return gateway;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((gateway) => gateway.stop()));
});

async function refusedStatus(
  { port }: { port: number },
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
  socket.on("error", () => undefined);
  return new Promise((resolve) => {
    socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
    socket.on("open", () => {
      socket.terminate();
      resolve(101);
    });
  });
}

const SUBSCRIBE = '{"type":"sub","params":"DAY_MARKET"}';
const bidsOf = (frame: string) =>
  Object.fromEntries(
    JSON.parse(frame).data.map(({ Code, Bid }: { Code: string; Bid: string }) => [Code, Bid]),
  );

describe("T75: the handshake", () => {
  it("lets in our own pages and programs, refuses other sites and other paths", async () => {
    const gateway = await start();
    const own = `http://127.0.0.1:${gateway.port}`;
    expect(await refusedStatus(gateway, "/v1/ws")).toBe(101);
    expect(await refusedStatus(gateway, "/v1/ws?lang=en")).toBe(101);
    expect(await refusedStatus(gateway, "/v1/ws", { origin: PUBLIC_ORIGIN })).toBe(101);
    expect(await refusedStatus(gateway, "/v1/ws", { origin: own })).toBe(101);
    expect(await refusedStatus(gateway, "/v1/ws", { origin: "https://evil.example" })).toBe(403);
    expect(await refusedStatus(gateway, "/v1/ws", { origin: "null" })).toBe(403);
    expect(await refusedStatus(gateway, "/v1/other")).toBe(404);
    expect(await refusedStatus(gateway, "/")).toBe(404);
  });

  it("T78: holds so many sockets per address, and lets another in when one leaves", async () => {
    const limits = { ...SOCKET_LIMITS, socketsPerAddressMax: 2 };
    const gateway = await start({}, { trustedProxies: 1, socketLimits: limits });
    const from = (address: string) => ({ "x-forwarded-for": address });
    const callers = [
      await callSocket(gateway, { headers: from("1.2.3.4") }),
      await callSocket(gateway, { headers: from("1.2.3.4") }),
    ];
    expect(await refusedStatus(gateway, "/v1/ws", from("1.2.3.4"))).toBe(429);
    expect(await refusedStatus(gateway, "/v1/ws", from("1.2.3.5"))).toBe(101);
    callers[0]?.socket.close();
    await callers[0]?.closed;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await refusedStatus(gateway, "/v1/ws", from("1.2.3.4"))).toBe(101);
  });
});

describe("the conversation", () => {
  it("answers ping with pong, and what it does not know with a reason", async () => {
    const gateway = await start();
    const { socket, next } = await callSocket(gateway, { path: "/v1/ws?lang=en" });
    socket.send("ping");
    expect(await next()).toBe("pong");
    for (const [said, reason] of [
      ["{}", "MALFORMED"],
      ["not json", "MALFORMED"],
      ['{"type":"sub","params":{"a":1}}', "MALFORMED"],
      ['{"type":"__proto__","params":"x"}', "MALFORMED"],
      ['{"type":"sub"}', "MALFORMED"],
      ['{"type":"sub","params":"FOREX_TRADE"}', "SESSION_EXPIRED"],
      ['{"type":"sub","params":"FOREX_CLOSED"}', "SESSION_EXPIRED"],
      ['{"type":"sub","params":"FOREX_TRADE.1"}', "TOPIC_UNKNOWN"],
      ['{"type":"sub","params":"KLINE"}', "TOPIC_UNKNOWN"],
      ['{"type":"sub","params":"KLINE."}', "TOPIC_UNKNOWN"],
      ['{"type":"sub","params":"KLINE.__proto__"}', "TOPIC_UNKNOWN"],
      ['{"type":"sub","params":"DAY_MARKET.NOSUCH"}', "TOPIC_UNKNOWN"],
      ['{"type":"sub","params":"KLINE.*"}', "TOPIC_UNKNOWN"],
      ['{"type":"login","params":"any token"}', "SESSION_EXPIRED"],
    ]) {
      socket.send(said ?? "");
      expect(JSON.parse(await next())).toMatchObject({ type: "error", reason });
    }
    socket.send('{"type":"sub","params":"nothing"}');
    expect(JSON.parse(await next()).msg).toBe("This topic does not exist.");
  });

  it("T19: knows a session from none, and neither from a database that is away", async () => {
    const gateway = await start({
      findCaller: async (token) => {
        if (token === "away") throw Object.assign(new Error("gone"), { code: "ECONNREFUSED" });
        return token === "mine"
          ? { sessionId: 1, userId: 1, accountId: accountId(1), isDemo: true }
          : null;
      },
    });
    const { socket, next } = await callSocket(gateway);
    for (const token of ["mine", "guessed", "away"]) {
      socket.send(JSON.stringify({ type: "login", params: token }));
    }
    socket.send("ping");
    expect(JSON.parse(await next())).toEqual({ type: "login", data: { ok: 1 } });
    expect(JSON.parse(await next())).toMatchObject({ type: "error", reason: "SESSION_EXPIRED" });
    expect(JSON.parse(await next())).toMatchObject({ type: "error", reason: "UNAVAILABLE" });
    expect(await next()).toBe("pong");
  });

  it("sends all quotes first, then only what changed, in one frame per flush", async () => {
    const quotes = createMovedQuotes(["EURUSD", "XAUUSD", "BTCUSD"]);
    const gateway = await start({ live: liveWith(quotes) });
    const { socket, next, heard } = await callSocket(gateway);
    socket.send(SUBSCRIBE);
    const snapshot = await next();
    expect(JSON.parse(snapshot)).toMatchObject({ type: "DAY_MARKET", sim: true });
    expect(bidsOf(snapshot)).toEqual({ EURUSD: "1.00000", XAUUSD: "1.00000", BTCUSD: "1.00000" });
    for (let tick = 1; tick <= 9; tick += 1) quotes.move("EURUSD", `1.0000${tick}`);
    quotes.move("XAUUSD", "2.00000");
    expect(bidsOf(await next())).toEqual({ EURUSD: "1.00009", XAUUSD: "2.00000" });
    quotes.move("BTCUSD", "3.00000");
    expect(bidsOf(await next())).toEqual({ BTCUSD: "3.00000" });
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(heard).toHaveLength(3);
  });

  it("sends nothing after unsub, and one snapshot for two subs", async () => {
    const quotes = createMovedQuotes();
    const gateway = await start({ live: liveWith(quotes) });
    const { socket, next, heard } = await callSocket(gateway);
    socket.send(SUBSCRIBE);
    socket.send(SUBSCRIBE);
    await next();
    socket.send('{"type":"unsub","params":"DAY_MARKET"}');
    socket.send("ping");
    expect(await next()).toBe("pong");
    quotes.move("EURUSD", "1.00001");
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(heard).toHaveLength(2);
  });
});

describe("topics", () => {
  it("numbers the frames of a topic without a gap, beginning with a snapshot", async () => {
    const quotes = createMovedQuotes();
    const gateway = await start({ live: liveWith(quotes) });
    const { say, until, frames } = await callSocket(gateway);
    say({ type: "sub", params: "DAY_MARKET" });
    await until("DAY_MARKET");
    for (let tick = 1; tick <= 5; tick += 1) {
      quotes.move("EURUSD", `1.0000${tick}`);
      await until("DAY_MARKET", ({ data }) => data[0].Bid === `1.0000${tick}`);
    }
    const [first, ...rest] = frames("DAY_MARKET");
    expect(first?.snapshot).toBe(1);
    for (const [at, frame] of rest.entries()) {
      expect(frame.seq).toBe((first?.seq ?? 0) + at + 1);
      expect(frame.snapshot).toBeUndefined();
    }
  });

  it("sends the markets that were named and no others, however they were named", async () => {
    const quotes = createMovedQuotes(["EURUSD", "XAUUSD", "BTCUSD"]);
    const gateway = await start({ live: liveWith(quotes) });
    const some = await callSocket(gateway);
    for (const code of ["XAUUSD", "EURUSD"]) {
      some.say({ type: "sub", params: `DAY_MARKET.${code}` });
    }
    expect(bidsOf(await some.next())).toEqual({ EURUSD: "1.00000", XAUUSD: "1.00000" });
    quotes.move("BTCUSD", "2.00000");
    quotes.move("XAUUSD", "3.00000");
    expect(bidsOf(await some.next())).toEqual({ XAUUSD: "3.00000" });
    some.say({ type: "unsub", params: "DAY_MARKET.XAUUSD" });
    expect(bidsOf(await some.next())).toEqual({ EURUSD: "1.00000" });
    some.say({ type: "sub", params: "DAY_MARKET" });
    expect(Object.keys(bidsOf(await some.next()))).toHaveLength(3);
  });

  it("sends the growing bars of a market when its price moves, until told to stop", async () => {
    const quotes = createMovedQuotes();
    const gateway = await start({ live: liveWith(quotes) });
    const { say, until, frames } = await callSocket(gateway);
    say({ type: "sub", params: "KLINE.EURUSD" });
    const first = await until("KLINE.EURUSD");
    expect(first).toMatchObject({ sim: true, snapshot: 1 });
    expect(first.data["1min"]).toMatchObject({ Close: "1.00000", Volume: 1 });
    quotes.move("EURUSD", "1.00007");
    await until("KLINE.EURUSD", ({ data }) => data["1min"].Close === "1.00007");
    quotes.move("XAUUSD", "2.00000");
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(frames("KLINE.EURUSD")).toHaveLength(2);
    say({ type: "unsub", params: "KLINE.EURUSD" });
    quotes.move("EURUSD", "1.00008");
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(frames("KLINE.EURUSD")).toHaveLength(2);
  });

  it("who missed something leaves and comes back in one breath, and gets a snapshot", async () => {
    const gateway = await start();
    const { say, until, frames } = await callSocket(gateway);
    for (const topic of ["DAY_MARKET", "DAY_MARKET.EURUSD", "KLINE.EURUSD"]) {
      const type = topic.startsWith("KLINE") ? topic : "DAY_MARKET";
      say({ type: "sub", params: topic });
      await until(type);
      const before = frames(type).length;
      say({ type: "unsub", params: topic });
      say({ type: "sub", params: topic });
      await until(type, () => frames(type).length > before);
      expect(frames(type).at(-1)?.snapshot).toBe(1);
      say({ type: "unsub", params: topic });
    }
  });

  it("T76: follows 64 topics and not one more, until one is let go", async () => {
    const codes = Array.from({ length: 65 }, (_, at) => `MARKET${at}`);
    const limits = { ...SOCKET_LIMITS, messagesPerSecondMax: 1_000 };
    const parts = { live: liveWith(createMovedQuotes(codes)) };
    const gateway = await start(parts, { socketLimits: limits });
    const { say, until, frames } = await callSocket(gateway);
    for (const code of codes) say({ type: "sub", params: `KLINE.${code}` });
    expect((await until("error")).reason).toBe("TOO_MANY");
    say({ type: "unsub", params: "KLINE.MARKET3" });
    say({ type: "sub", params: "KLINE.MARKET64" });
    await until("KLINE.MARKET64");
    expect(frames("error")).toHaveLength(1);
  });
});

describe("T77: limits", () => {
  it("the 21st message in a second ends it (1008), and only that client", async () => {
    const gateway = await start();
    const calm = await callSocket(gateway);
    const flood = await callSocket(gateway);
    for (let at = 0; at < 21; at += 1) flood.socket.send("ping");
    expect(await flood.closed).toEqual({ code: 1008, reason: "too many messages" });
    expect(flood.heard.length).toBeLessThanOrEqual(20);
    calm.socket.send("ping");
    expect(await calm.next()).toBe("pong");
  });

  it("control frames count as messages", async () => {
    const gateway = await start();
    const flood = await callSocket(gateway);
    for (let at = 0; at < 21; at += 1) flood.socket.ping();
    expect(await flood.closed).toEqual({ code: 1008, reason: "too many messages" });
  });

  it("a message over 4 KB ends it (1009), a binary one too (1003)", async () => {
    const gateway = await start();
    const large = await callSocket(gateway);
    large.socket.send("x".repeat(4_097));
    expect((await large.closed).code).toBe(1009);
    const binary = await callSocket(gateway);
    binary.socket.send(Buffer.from("ping"));
    expect((await binary.closed).code).toBe(1003);
  });

  it("a message in a thousand fragments ends it, and so does broken UTF-8 (1007)", async () => {
    const gateway = await start();
    const bomb = await callSocket(gateway);
    for (let at = 0; at < 1_000; at += 1) bomb.socket.send("", { fin: false });
    expect([1008, 1009, 1006]).toContain((await bomb.closed).code);
    const garbled = await callSocket(gateway);
    garbled.socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
    expect((await garbled.closed).code).toBe(1007);
  });

  it("T76: ten thousand unknown topics leave nothing behind", async () => {
    const limits = { ...SOCKET_LIMITS, messagesPerSecondMax: 20_000 };
    const quotes = createMovedQuotes();
    const gateway = await start({ live: liveWith(quotes) }, { socketLimits: limits });
    const { socket, heard } = await callSocket(gateway);
    for (let at = 0; at < 10_000; at += 1) socket.send(`{"type":"sub","params":"KLINE.${at}"}`);
    socket.send("ping");
    while (heard.at(-1) !== "pong") await new Promise((resolve) => setTimeout(resolve, 10));
    quotes.move("EURUSD", "1.00001");
    await new Promise((resolve) => setTimeout(resolve, 250));
    const kinds = new Set(heard.map((said) => (said === "pong" ? said : JSON.parse(said).reason)));
    expect([...kinds]).toEqual(["TOPIC_UNKNOWN", "pong"]);
  });

  it("T78: a client that stops pinging is let go, one that pings stays", async () => {
    const limits = { ...SOCKET_LIMITS, silentAfterMs: 300, lookEveryMs: 50 };
    const gateway = await start({}, { socketLimits: limits });
    const silent = await callSocket(gateway);
    const lively = await callSocket(gateway);
    const pinging = setInterval(() => lively.socket.send("ping"), 100);
    expect(await silent.closed).toEqual({ code: 1008, reason: "no ping" });
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(lively.socket.readyState).toBe(WebSocket.OPEN);
    clearInterval(pinging);
  });

  it("T78: a dead peer that never answers the goodbye is cut off", async () => {
    const limits = { ...SOCKET_LIMITS, silentAfterMs: 100, lookEveryMs: 50, goodbyeMs: 100 };
    const gateway = await start({}, { socketLimits: limits });
    const dead = connect(gateway.port, "127.0.0.1");
    dead.write(
      "GET /v1/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    );
    dead.resume();
    await once(dead, "close");
    expect(dead.destroyed).toBe(true);
  });
});

describe("F18: a client that does not read", () => {
  it("is let go and costs the others nothing", async () => {
    const codes = Array.from({ length: 400 }, (_, at) => `MARKET${at}`);
    const quotes = createMovedQuotes(codes);
    const limits = { ...SOCKET_LIMITS, flushEveryMs: 5, behindMaxMs: 300, goodbyeMs: 100 };
    const gateway = await start({ live: liveWith(quotes) }, { socketLimits: limits });
    const stuck = await callSocket(gateway);
    const quick = await callSocket(gateway);
    for (const { socket } of [stuck, quick]) socket.send(SUBSCRIBE);
    await Promise.all([stuck.next(), quick.next()]);
    stuck.socket.pause();
    const openSockets = async () => {
      const { body } = await ask(gateway, "/metrics");
      return Number(/^truetick_sockets_open (\d+)$/m.exec(body)?.[1]);
    };
    expect(await openSockets()).toBe(2);
    let bid = 1;
    const moving = setInterval(() => {
      bid += 1;
      for (const code of codes) quotes.move(code, `${bid}.00000`);
    }, 5);
    while ((await openSockets()) === 2) await new Promise((resolve) => setTimeout(resolve, 100));
    clearInterval(moving);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(bidsOf(quick.heard.at(-1) ?? "")).toMatchObject({ MARKET0: `${bid}.00000` });
    expect(quick.socket.readyState).toBe(WebSocket.OPEN);
    stuck.socket.terminate();
  });
});

describe("F19: the pace of flushes", () => {
  it.each([
    [0, 80, 80],
    [10, 70, 70],
    [50, 30, 200],
    [90, 45, 360],
    [500, 250, 2_000],
  ])(
    "a flush of %i ms is followed by a pause of %i ms, in a crowd of %i",
    (tookMs, calm, crowded) => {
      expect([false, true].map((is) => flushPauseMs(tookMs, 80, is))).toEqual([calm, crowded]);
    },
  );
});

describe("goodbye", () => {
  it("tells everybody when to come back (1001), spread out", async () => {
    const gateway = await openGateway();
    const callers = await Promise.all(Array.from({ length: 20 }, () => callSocket(gateway)));
    await gateway.stop();
    const delays = new Set<number | null>();
    for (const { closed } of callers) {
      const { code, reason } = await closed;
      expect(code).toBe(1001);
      delays.add(reconnectDelayMs(reason));
    }
    expect(delays.has(null)).toBe(false);
    expect(delays.size).toBeGreaterThan(5);
  });
});
