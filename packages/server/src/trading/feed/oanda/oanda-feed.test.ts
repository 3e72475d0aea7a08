// The OANDA feed against a local server that speaks its protocol and breaks: whatever goes wrong
// between two prices, the quotes, the bars and the fills are those of a run where nothing did.

import { afterEach, describe, expect, it } from "vitest";
import { createFakeClock } from "../../../testing/fake-clock.ts";
import { fillsOf } from "../../quotes/testing/fill-run.ts";
import { type LocalOanda, startLocalOanda } from "../../quotes/testing/local-oanda.ts";
import {
  arrivalOf,
  marketOf,
  openSourceRoom,
  type SourceRoom,
  silentLog,
  until,
} from "../../quotes/testing/source-room.ts";
import type { Feed } from "../feed.ts";
import type { Pace } from "../kept-connection.ts";
import { createOandaFeed } from "./oanda-feed.ts";

const MARKET = marketOf("EURUSD");
const KEYS = { token: "canary-token", subscriber: "101-004-canary-001" };
const PACE: Pace = {
  silentAfterMs: 400,
  pauseFirstMs: 4,
  pauseMaxMs: 40,
  steadyAfterMs: 1_000,
  renewAfterMs: null,
};
const STEP_MS = 500;
const TICKS = 160;

type Price = { i: number; bid: number; ask: number; aheadMs?: number };

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

type Stage = { server: LocalOanda; feed: Feed; room: SourceRoom; line: (price: Price) => string };

async function raise(skewMs = 0): Promise<Stage> {
  const server = await startLocalOanda();
  const clock = createFakeClock();
  const startMs = clock.now();
  const feed = createOandaFeed({
    origin: server.origin,
    keys: KEYS,
    markets: [MARKET, marketOf("AAPL")],
    pace: PACE,
    arrival: arrivalOf(clock),
    chance: () => 0.5,
    log: silentLog,
  });
  const room = openSourceRoom({ feeds: [feed], markets: [MARKET], clock });
  open.push({
    close: async () => {
      await feed.stop();
      await server.close();
    },
  });
  feed.start(room.sinkOf(feed.source));
  const line = ({ i, bid, ask, aheadMs = 0 }: Price) => {
    const seconds = (startMs + skewMs + i * STEP_MS + aheadMs) / 1_000;
    return `${JSON.stringify({
      type: "PRICE",
      instrument: "EUR_USD",
      time: `${seconds.toFixed(3)}000000`,
      tradeable: true,
      closeoutBid: "1.00000",
      closeoutAsk: "2.00000",
      bids: [{ price: (bid / 100_000).toFixed(5), liquidity: 10_000_000 }],
      asks: [{ price: (ask / 100_000).toFixed(5), liquidity: 10_000_000 }],
    })}\n`;
  };
  return { server, feed, room, line };
}

/** A wave with a drift: it crosses stops and targets on both sides. */
function goodPrice(i: number): Price {
  const bid = 115_800 + Math.round(60 * Math.sin(i / 9)) + Math.floor(i / 8);
  return { i, bid, ask: bid + 7 + (i % 3) };
}

type Fault = (stage: Stage, good: Price) => Promise<void> | void;

/** Plays all prices, with a fault before those for which there is one. */
async function play(stage: Stage, faultBefore: (i: number) => Fault | undefined) {
  const { server, room, line } = stage;
  for (let i = 0; i < TICKS; i += 1) {
    const good = goodPrice(i);
    const text = line(good);
    const fault = i > 0 ? faultBefore(i) : undefined;
    await fault?.(stage, good);
    // Whoever reconnects meanwhile is told by the snapshot.
    server.snapshot(text);
    if (room.quotes.length === i) await server.write(text);
    await until(() => room.quotes.length === i + 1, `price ${i} after ${fault?.name}`);
    room.clock.advance(STEP_MS);
  }
  const quotes = room.quotes.map(({ seq, atMs, bid, ask }) => ({ seq, atMs, bid, ask }));
  const fills = fillsOf(room.quotes, { pricePrecision: 5, step: 5 });
  return { quotes, fills, bars: await room.minutes(MARKET) };
}

const send = (make: (stage: Stage, good: Price) => string): Fault => {
  return async (stage, good) => stage.server.write(make(stage, good));
};
const sendPrice = (own: (good: Price) => Partial<Price>): Fault =>
  send(({ line }, good) => line({ ...good, aheadMs: -100, ...own(good) }));

async function reconnected({ server }: Stage, act: () => void | Promise<void>): Promise<void> {
  const before = server.requests.length;
  await act();
  await until(() => server.requests.length > before, "a new connection");
}

const FAULTS: Record<string, Fault> = {
  "a disconnect in the middle of a line": (stage, good) =>
    reconnected(stage, async () => {
      const text = stage.line(good);
      await stage.server.write(text.slice(0, text.length / 2));
      await new Promise((resolve) => setTimeout(resolve, 5));
      stage.server.snapshot(text);
      stage.server.cut();
    }),
  "a long silence": (stage) => reconnected(stage, () => undefined),
  "one byte at a time": async ({ server, line }, good) => {
    server.snapshot(line(good));
    await server.drip(line(good));
  },
  garbage: send(() => 'HTTP/1.1 200 OK\r\n\n{"type":\n\u0000\uFFFD\n[]\n{"type":"PRICE"}\n"x"\n'),
  "a line without end": (stage) => reconnected(stage, () => stage.server.write("x".repeat(70_000))),
  "an instrument that nobody asked for": send(({ line }, good) =>
    line(good).replace("EUR_USD", "XXX_YYY"),
  ),
  "a duplicate": sendPrice(({ i }) => ({ ...goodPrice(i - 1), aheadMs: 0 })),
  "an older price": sendPrice(({ i }) => ({ ...goodPrice(Math.max(0, i - 3)), aheadMs: 0 })),
  "a thousandfold spike": sendPrice(({ bid, ask }) => ({ bid: bid * 1_000, ask: ask * 1_000 })),
  "a price that is no number": send(({ line }, good) =>
    line({ ...good, aheadMs: -100 }).replace(/"price":"[\d.]+"/, '"price":"NaN"'),
  ),
  "no price at all": send(({ line }, good) =>
    line({ ...good, aheadMs: -100 }).replace(/"asks":\[.*?\]/, '"asks":[]'),
  ),
  "a crossed price": sendPrice(({ ask }) => ({ bid: ask + 5 })),
  "a zero": sendPrice(() => ({ bid: 0, ask: 0 })),
  "a negative price": sendPrice(({ bid, ask }) => ({ bid: -ask, ask: -bid })),
  "a price that cannot be traded": send(({ line }, good) =>
    line({ ...good, bid: good.bid + 300, ask: good.ask + 300, aheadMs: -100 }).replace(
      '"tradeable":true',
      '"tradeable":false',
    ),
  ),
  "a price from tomorrow": sendPrice(({ bid }) => ({ bid: bid - 3, aheadMs: 86_400_000 })),
};

describe("the OANDA feed", () => {
  it("asks with the token in the header, and takes the best prices", async () => {
    const { server, feed, room, line } = await raise();
    expect([...feed.instruments]).toEqual([["EURUSD", "EUR_USD"]]);
    await server.write(line(goodPrice(0)));
    await until(() => room.quotes.length === 1, "the first price");
    const { bid, ask } = goodPrice(0);
    expect(room.quotes[0]).toMatchObject({ seq: 1, bid, ask, raw: { sources: ["oanda"] } });
    expect(server.requests).toEqual([
      {
        url: "/v3/accounts/101-004-canary-001/pricing/stream?instruments=EUR_USD",
        authorization: "Bearer canary-token",
        datetime: "UNIX",
      },
    ]);
  });

  it("F11, F13, F15: any one fault leaves the same quotes, bars and fills", async () => {
    const clean = await play(await raise(), () => undefined);
    expect(clean.quotes).toHaveLength(TICKS);
    expect(clean.bars.length).toBeGreaterThanOrEqual(2);
    expect(clean.fills.length).toBeGreaterThan(30);
    for (const [name, fault] of Object.entries(FAULTS)) {
      const isSlow = name.includes("silence");
      const every = isSlow ? 80 : 20;
      const broken = await play(await raise(), (i) => (i % every === 0 ? fault : undefined));
      expect(broken, name).toEqual(clean);
    }
  }, 120_000);

  it("F11, F13, F15: all faults together leave the same quotes, bars and fills", async () => {
    const clean = await play(await raise(), () => undefined);
    const stage = await raise();
    const faults = Object.values(FAULTS);
    const broken = await play(stage, (i) =>
      i % 5 === 0 ? faults[(i / 5) % faults.length] : undefined,
    );
    expect(broken).toEqual(clean);
    const refused = stage.room.gate.refused();
    for (const reason of [
      "UNREADABLE",
      "NOT_TRADEABLE",
      "FROM_THE_FUTURE",
      "NOT_FINITE",
    ] as const) {
      expect(refused.get(reason), reason).toBeGreaterThan(0);
    }
    for (const reason of [
      "CROSSED",
      "NOT_POSITIVE",
      "DUPLICATE",
      "OUT_OF_ORDER",
      "JUMP",
    ] as const) {
      expect(refused.get(reason), reason).toBeGreaterThan(0);
    }
  }, 60_000);

  it.each([3_600_000, -3_600_000, 40 * 86_400_000])(
    "a source's clock that is %i ms off changes nothing",
    async (skewMs) => {
      const clean = await play(await raise(), () => undefined);
      expect(await play(await raise(skewMs), () => undefined)).toEqual(clean);
    },
  );

  it.each([3_600_000, -3_600_000, -700])(
    "F10: our own wall clock's jump of %i ms loses no price",
    async (jumpMs) => {
      const stage = await raise();
      const { room } = stage;
      const { quotes } = await play(stage, (i) =>
        i === 80 ? () => room.clock.jumpWall(jumpMs) : undefined,
      );
      expect(quotes).toHaveLength(TICKS);
      for (const [i, { atMs }] of quotes.entries()) {
        expect(atMs).toBeGreaterThanOrEqual(quotes[i - 1]?.atMs ?? 0);
      }
      room.refresh();
      expect(room.board.isStale("EURUSD")).toBe(false);
    },
  );

  it("F12: heartbeats keep the source alive, and frozen prices grow stale", async () => {
    const { server, room, line } = await raise();
    await server.write(line(goodPrice(0)));
    await until(() => room.quotes.length === 1, "the first price");
    const isSilent = () => room.sources.readings()[0]?.isSilent;
    for (let i = 0; i < 5; i += 1) {
      room.clock.advance(11_000);
      expect(isSilent()).toBe(true);
      await server.write('{"type":"HEARTBEAT","time":"1"}\n');
      await until(() => isSilent() === false, "a heartbeat");
      room.refresh();
      expect(room.board.isStale("EURUSD")).toBe(false);
    }
    room.clock.advance(6_000);
    room.refresh();
    expect([isSilent(), room.board.isStale("EURUSD")]).toEqual([false, true]);
    expect(server.requests).toHaveLength(1);
  });

  it("F11: a price that went silent is stale until the next, whatever heartbeats say", async () => {
    const { server, room, line } = await raise();
    const isStale = () => {
      room.refresh();
      return room.board.isStale("EURUSD");
    };
    await server.write(line(goodPrice(0)));
    await until(() => room.quotes.length === 1, "the first price");
    room.clock.advance(11_000);
    expect(isStale()).toBe(true);
    await server.write('{"type":"HEARTBEAT","time":"1"}\n');
    await until(() => room.sources.readings()[0]?.isSilent === false, "a heartbeat");
    expect(isStale()).toBe(true);
    await server.write(line(goodPrice(1)));
    await until(() => room.quotes.length === 2, "the next price");
    expect(isStale()).toBe(false);
  });

  it("F15: a stream on which everything is late is dropped for a new one", async () => {
    const { server, room, line } = await raise();
    const say = async (i: number, quotes: number) => {
      await server.write(line(goodPrice(i)));
      await until(() => room.quotes.length === quotes, `price ${i}`);
    };
    await say(0, 1);
    room.clock.advance(20_000);
    await say(1, 2);
    room.clock.advance(29_000);
    await say(2, 3);
    expect(server.requests).toHaveLength(1);
    room.clock.advance(2_000);
    await say(3, 4);
    await until(() => server.requests.length === 2, "a new connection");
    // By then as old as it is: made a second and a half after the first one, seen much later.
    expect(room.quotes.map(({ atMs }) => atMs - (room.quotes[0]?.atMs ?? 0))).toEqual([
      0, 500, 1_000, 1_500,
    ]);
  });

  it("comes back after refusals, more and more slowly", async () => {
    const { server, room, line } = await raise();
    server.refuse(503);
    server.cut();
    const startedAt = performance.now();
    await until(() => server.requests.length >= 6, "several attempts");
    // 3 + 6 + 12 + 24 + 30 ms at this chance.
    expect(performance.now() - startedAt).toBeGreaterThan(50);
    server.refuse(null);
    server.snapshot(line(goodPrice(0)));
    await until(() => room.quotes.length === 1, "the price after the refusals");
  });

  it("says nothing after it was stopped, and never its token", async () => {
    const said: string[] = [];
    const note = (fields: object, words: string) => said.push(JSON.stringify(fields) + words);
    const server = await startLocalOanda();
    server.refuse(401);
    const feed = createOandaFeed({
      origin: server.origin,
      keys: KEYS,
      markets: [MARKET],
      pace: PACE,
      arrival: () => ({ wallMs: 0, steadyMs: 0 }),
      chance: () => 0.5,
      log: { info: note, warn: note },
    });
    const room = openSourceRoom({ feeds: [feed], markets: [MARKET] });
    feed.start(room.sinkOf(feed.source));
    await until(() => server.requests.length >= 3, "refused attempts");
    await feed.stop();
    const asked = server.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(server.requests.length).toBe(asked);
    expect(said.length).toBeGreaterThan(0);
    expect(said.join("\n")).toContain("status 401");
    expect(said.join("\n")).not.toContain("canary");
    await server.close();
  });
});
