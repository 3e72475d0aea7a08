// Where readers come to stand, and that the beat serves one lane after the other.

import { languageOf } from "@truetick/contract";
import { afterEach, expect, it, vi } from "vitest";
import { createMovedQuotes, liveWith, openGateway } from "../testing/open-gateway.ts";
import { callSocket } from "../testing/socket-caller.ts";
import { beatSteadily } from "./flush-beat.ts";
import { createLanes } from "./lanes.ts";
import type { LiveTopics } from "./live-topics.ts";
import { SOCKET_LIMITS } from "./socket-limits.ts";
import type { Reader } from "./topic-stream.ts";

const LANGUAGE = languageOf("en");
const READER: Reader = {
  pending: [],
  unsentBytes: () => 0,
  descriptor: () => null,
  write: () => undefined,
  giveUp: () => undefined,
};

/** Lanes of two whose every deed is written down. */
function open() {
  const deeds: string[] = [];
  let opened = 0;
  const lanes = createLanes({
    readersPerLaneMax: 2,
    open: (): LiveTopics => {
      const name = opened;
      opened += 1;
      return {
        subscribe: () => {
          deeds.push(`joins ${name}`);
          return {
            follow: () => null,
            unfollow: () => undefined,
            own: () => undefined,
            answer: () => undefined,
            end: () => deeds.push(`leaves ${name}`),
          };
        },
        prepare: () => deeds.push(`prepares ${name}`),
        flush: () => deeds.push(`flushes ${name}`),
        stop: () => deeds.push(`stops ${name}`),
      };
    },
  });
  return { lanes, deeds, join: () => lanes.subscribe(READER, LANGUAGE) };
}

afterEach(() => void vi.useRealTimers());

it("a lane is filled before another is opened, and a place that is left is taken again", () => {
  const { lanes, deeds, join } = open();
  const all = Array.from({ length: 5 }, join);
  expect(lanes.busy()).toHaveLength(3);
  // Said twice, it counts once.
  all[1]?.end();
  all[1]?.end();
  all[4]?.end();
  expect(lanes.busy()).toHaveLength(2);
  join();
  join();
  const joined = deeds.filter((deed) => deed.startsWith("joins"));
  expect(joined).toEqual([0, 0, 1, 1, 2, 0, 2].map((lane) => `joins ${lane}`));
});

const PACE = {
  clock: { monotonic: () => Date.now() },
  flushEveryMs: 90,
  prepareAheadMs: 12,
  crowdPerSecond: 100,
};

it("within one pace every lane is prepared and flushed once, one at a time", () => {
  vi.useFakeTimers();
  const { lanes, deeds, join } = open();
  for (let reader = 0; reader < 5; reader += 1) join();
  deeds.length = 0;
  const stop = beatSteadily({ lanes, ...PACE, arrivals: () => 0 });
  vi.advanceTimersByTime(90 + 60);
  const once = (lane: number) => [`prepares ${lane}`, `flushes ${lane}`];
  expect(deeds).toEqual([...once(1), ...once(2), ...once(0)]);
  stop();
  vi.advanceTimersByTime(1_000);
  expect(deeds).toHaveLength(6);
});

it("F20: long flushes leave the time to a crowd, and have it back when all are in", () => {
  vi.useFakeTimers();
  let flushes = 0;
  const flush = () => {
    flushes += 1;
    vi.setSystemTime(Date.now() + 100);
  };
  const lane = { subscribe: vi.fn(), prepare: vi.fn(), stop: vi.fn(), flush };
  let arrived = 0;
  const stop = beatSteadily({ lanes: { busy: () => [lane] }, ...PACE, arrivals: () => arrived });
  // Of ten seconds of the timers, which stand still while something is flushed.
  const flushesOf = (perSecond: number) => {
    const before = flushes;
    for (let step = 0; step < 100; step += 1) {
      arrived += perSecond / 10;
      vi.advanceTimersByTime(100);
    }
    return flushes - before;
  };
  expect(flushesOf(10)).toBeGreaterThan(190);
  expect(flushesOf(500)).toBeLessThan(30);
  expect(flushesOf(10)).toBeGreaterThan(190);
  stop();
});

/** Of EURUSD in a frame of prices. */
function bidOf(frame: string): string | undefined {
  const markets: { Code: string; Bid: string }[] = JSON.parse(frame).data;
  return markets.find(({ Code }) => Code === "EURUSD")?.Bid;
}

it("readers of every lane have each price, also who comes when others have left", async () => {
  const quotes = createMovedQuotes();
  const socketLimits = { ...SOCKET_LIMITS, flushEveryMs: 20, readersPerLaneMax: 2 };
  const gateway = await openGateway({ live: liveWith(quotes) }, { socketLimits });
  const callers: Awaited<ReturnType<typeof callSocket>>[] = [];
  const join = async () => {
    const caller = await callSocket(gateway);
    caller.socket.send('{"type":"sub","params":"DAY_MARKET"}');
    callers.push(caller);
  };
  const expectAllHear = async (bid: string) => {
    quotes.move("EURUSD", bid);
    for (const { heard } of callers) {
      const newest = () => heard.map(bidOf).at(-1);
      await expect.poll(newest, { timeout: 2_000 }).toBe(bid);
    }
  };
  for (let reader = 0; reader < 5; reader += 1) await join();
  await expectAllHear("1.10001");
  for (const { socket, closed } of callers.splice(1, 3)) {
    socket.close();
    await closed;
  }
  await join();
  await join();
  await expectAllHear("1.10002");
  await expectAllHear("1.10003");
  await gateway.stop();
});
