// The Binance feed against a local server that speaks its protocol and breaks: whatever goes wrong
// between two prices, the quotes, the bars and the fills are those of a run where nothing did.

import { afterEach, describe, expect, it } from "vitest";
import { createFakeClock } from "../../../testing/fake-clock.ts";
import { fillsOf } from "../../quotes/testing/fill-run.ts";
import { type LocalBinance, startLocalBinance } from "../../quotes/testing/local-binance.ts";
import {
  arrivalOf,
  marketOf,
  openSourceRoom,
  type SourceRoom,
  silentLog,
  until,
} from "../../quotes/testing/source-room.ts";
import type { Pace } from "../kept-connection.ts";
import { createBinanceFeed } from "./binance-feed.ts";

const MARKET = marketOf("BTCUSD");
const PACE: Pace = {
  silentAfterMs: 400,
  pauseFirstMs: 4,
  pauseMaxMs: 40,
  steadyAfterMs: 1_000,
  renewAfterMs: null,
};
const STEP_MS = 500;
const TICKS = 160;
const FIRST_ID = 400_900_217;

type Price = { id: number; bid: number; ask: number };
type Stage = { server: LocalBinance; room: SourceRoom };

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function raise(pace: Partial<Pace> = {}): Promise<Stage> {
  const server = await startLocalBinance();
  const clock = createFakeClock();
  const feed = createBinanceFeed({
    origin: server.origin,
    markets: [MARKET, marketOf("EURUSD")],
    pace: { ...PACE, ...pace },
    pingEveryMs: 50,
    arrival: arrivalOf(clock),
    chance: () => 0.5,
    log: silentLog,
  });
  expect([...feed.instruments]).toEqual([["BTCUSD", "BTCUSDT"]]);
  const room = openSourceRoom({ feeds: [feed], markets: [MARKET], clock });
  open.push({
    close: async () => {
      await feed.stop();
      await server.close();
    },
  });
  feed.start(room.sinkOf(feed.source));
  return { server, room };
}

/** Our price has one decimal, Binance's eight: the last ones are rounded away. */
function message({ id, bid, ask }: Price): string {
  const text = (points: number) => `${(points / 10).toFixed(1)}4000000`;
  return JSON.stringify({
    stream: "btcusdt@bookTicker",
    data: { u: id, s: "BTCUSDT", b: text(bid), B: "31.21", a: text(ask), A: "40.66" },
  });
}

function goodPrice(i: number): Price {
  const bid = 1_000_000 + Math.round(900 * Math.sin(i / 9)) + 4 * i;
  return { id: FIRST_ID + 10 * i, bid, ask: bid + 1 + (i % 3) };
}

type Fault = (stage: Stage, good: Price, i: number) => Promise<void> | void;

async function play(stage: Stage, faultBefore: (i: number) => Fault | undefined) {
  const { server, room } = stage;
  for (let i = 0; i < TICKS; i += 1) {
    const good = goodPrice(i);
    const fault = i > 0 ? faultBefore(i) : undefined;
    await fault?.(stage, good, i);
    server.snapshot(message(good));
    if (room.quotes.length === i) await server.send(message(good), true);
    await until(() => room.quotes.length === i + 1, `price ${i}`);
    room.clock.advance(STEP_MS);
  }
  const quotes = room.quotes.map(({ seq, atMs, bid, ask }) => ({ seq, atMs, bid, ask }));
  const fills = fillsOf(room.quotes, { pricePrecision: 1, step: 80 });
  return { quotes, fills, bars: await room.minutes(MARKET) };
}

const send = (make: (good: Price, i: number) => string | Buffer): Fault => {
  return async ({ server }, good, i) => server.send(make(good, i));
};
const sendPrice = (own: (good: Price, i: number) => Partial<Price>): Fault =>
  send((good, i) => message({ ...good, id: good.id - 4, ...own(good, i) }));

async function reconnected({ server }: Stage, act: () => void | Promise<void>): Promise<void> {
  const before = server.urls.length;
  await act();
  await until(() => server.urls.length > before, "a new connection");
}

const FAULTS: Record<string, Fault> = {
  "a disconnect in the middle of a frame": (stage, good) =>
    reconnected(stage, async () => {
      stage.server.snapshot(message(good));
      await stage.server.cutInside(message(good));
    }),
  "a long silence": (stage) => reconnected(stage, () => stage.server.freeze()),
  "one byte at a time": ({ server }, good) => server.drip(message(good)),
  "text that is no message": send(() => '{"result":null,"id":1}'),
  "text that is not even JSON": send(() => "\u0000{{"),
  "bytes instead of text": send((good) => Buffer.from(message(good))),
  "a message without end": (stage) =>
    reconnected(stage, () => stage.server.send("x".repeat(70_000))),
  "a symbol that nobody asked for": send((good) =>
    message(good).replace('"s":"BTCUSDT"', '"s":"XYZUSDT"'),
  ),
  "an update id that is none": send((good) => message(good).replace(String(good.id), '"7"')),
  "a duplicate": sendPrice((_, i) => goodPrice(i - 1)),
  "an older price": sendPrice((_, i) => goodPrice(Math.max(0, i - 3))),
  "a thousandfold spike": sendPrice(({ bid, ask }) => ({ bid: bid * 1_000, ask: ask * 1_000 })),
  "a price that is no number": send((good) =>
    message({ ...good, id: good.id - 4 }).replace(/"b":"[\d.]+"/, '"b":"NaN"'),
  ),
  "a crossed price": sendPrice(({ ask }) => ({ bid: ask + 5 })),
  "a zero": sendPrice(() => ({ bid: 0, ask: 0 })),
  "a server that shuts down": (stage) =>
    reconnected(stage, () =>
      stage.server.send('{"stream":"","data":{"e":"serverShutdown","E":1770123456789}}'),
    ),
};

describe("the Binance feed", () => {
  it("asks for each USDT pair on one connection, and rounds to our points", async () => {
    const { server, room } = await raise();
    await server.send(message(goodPrice(0)));
    await until(() => room.quotes.length === 1, "the first price");
    const { bid, ask } = goodPrice(0);
    expect(room.quotes[0]).toMatchObject({ bid, ask, atMs: room.clock.now() });
    expect(server.urls).toEqual(["/stream?streams=btcusdt@bookTicker"]);
  });

  it("F11, F13, F15: any one fault leaves the same quotes, bars and fills", async () => {
    const clean = await play(await raise(), () => undefined);
    expect(clean.quotes).toHaveLength(TICKS);
    expect(clean.bars.length).toBeGreaterThanOrEqual(2);
    expect(clean.fills.length).toBeGreaterThan(30);
    for (const [name, fault] of Object.entries(FAULTS)) {
      const every = name.includes("silence") ? 80 : 20;
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
    for (const reason of ["UNREADABLE", "NOT_FINITE", "CROSSED", "NOT_POSITIVE"] as const) {
      expect(refused.get(reason), reason).toBeGreaterThan(0);
    }
    for (const reason of ["DUPLICATE", "OUT_OF_ORDER", "JUMP"] as const) {
      expect(refused.get(reason), reason).toBeGreaterThan(0);
    }
  }, 60_000);

  it("has the next connection talking before the daily cut-off, and loses nothing", async () => {
    const clean = await play(await raise(), () => undefined);
    const stage = await raise({ renewAfterMs: 100 });
    const { server } = stage;
    let open = 1;
    const broken = await play(stage, () => async () => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      open = Math.min(open, server.open().length);
    });
    expect(broken).toEqual(clean);
    expect(server.urls.length).toBeGreaterThan(2);
    expect(open, "there was always a connection").toBe(1);
  }, 30_000);

  it.each([3_600_000, -3_600_000])(
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
    },
  );

  it("is alive by its pongs while no book moves, and dead without them", async () => {
    const { server, room } = await raise();
    await server.send(message(goodPrice(0)));
    await until(() => room.quotes.length === 1, "the first price");
    const isSilent = () => room.sources.readings()[0]?.isSilent;
    room.clock.advance(11_000);
    expect(isSilent()).toBe(true);
    await until(() => isSilent() === false, "a pong");
    server.freeze();
    await until(() => server.urls.length > 1, "a new connection after silence");
  });
});
