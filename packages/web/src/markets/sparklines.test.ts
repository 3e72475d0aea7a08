// The sparklines: the trading day and nothing before it, a few requests at a time, asked again when
// they have aged.
// @vitest-environment node

import type { Candle, ReadRequest } from "@truetick/contract";
import { describe, expect, test } from "vitest";
import type { Answer, Reader } from "../api/server.ts";
import {
  closesOfDay,
  SPARKLINE_AGE_MAX_MS,
  SPARKLINES_AT_ONCE,
  SparklineCache,
} from "./sparklines.ts";

const HOUR = 3_600;
const DAY_START = 22 * HOUR;

function candle(time: number, open: string, close: string): Candle {
  return { time, open, high: close, low: open, close, ticks: 1 };
}

describe("the day", () => {
  test("begins at its open, with the open itself", () => {
    const candles = [
      candle(DAY_START - HOUR, "1.0", "1.1"),
      candle(DAY_START, "1.2", "1.3"),
      candle(DAY_START + HOUR, "1.3", "1.4"),
    ];
    expect(closesOfDay(candles, "1.2")).toEqual([1.2, 1.3, 1.4]);
  });

  test("is not mistaken for a later bar that happens to open at the same price", () => {
    const candles = [candle(DAY_START, "1.2", "1.3"), candle(DAY_START + HOUR, "1.2", "1.1")];
    expect(closesOfDay(candles, "1.2")).toEqual([1.2, 1.3, 1.1]);
  });

  test("is unknown when the bars do not reach back to it", () => {
    expect(closesOfDay([candle(DAY_START + HOUR, "1.3", "1.4")], "1.2")).toBeNull();
    expect(closesOfDay([candle(DAY_START, "1.3", "1.4")], null)).toBeNull();
  });
});

/** Answers when the test says so. */
function heldServer() {
  const waiting: (() => void)[] = [];
  const asked: string[] = [];
  const server: Reader = {
    read: <T>(request: ReadRequest<T>) =>
      new Promise<Answer<T>>((resolve) => {
        asked.push(Object.values(request.query).join(" "));
        waiting.push(() => resolve({ isOk: true, value: request.read([]) }));
      }),
  };
  const answerAll = async () => {
    for (const answer of waiting.splice(0)) answer();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { server, asked, answerAll };
}

describe("loading", () => {
  test("rows that come into sight together are asked for from the top", () => {
    const { server, asked } = heldServer();
    const acts: (() => void)[] = [];
    const later = (act: () => void) => void acts.push(act);
    const sparklines = new SparklineCache({ server, dayOpenOf: () => null, later });
    for (const id of ["1", "2", "3"]) sparklines.want(id);
    acts.shift()?.();
    for (const id of ["8", "9"]) sparklines.want(id);
    while (acts.length > 0) acts.shift()?.();
    expect(asked).toEqual(["1 15min", "8 15min", "9 15min", "2 15min"]);
  });

  test("asks for a few at a time, newest wish first, a coarser period when needed", async () => {
    const { server, asked, answerAll } = heldServer();
    const sparklines = new SparklineCache({ server, dayOpenOf: () => null });
    for (const id of ["1", "2", "3", "4", "5", "6"]) sparklines.want(id);
    expect(asked).toHaveLength(SPARKLINES_AT_ONCE);
    await answerAll();
    expect(asked.slice(4)).toEqual(["1 30min", "2 30min", "3 30min", "4 30min"]);
    await answerAll();
    expect(asked.slice(8)).toEqual(["6 15min", "5 15min"]);
  });

  test("asks once, and again when the line has aged", async () => {
    const { server, asked, answerAll } = heldServer();
    let nowMs = 0;
    const sparklines = new SparklineCache({ server, dayOpenOf: () => null, now: () => nowMs });
    sparklines.want("1");
    sparklines.want("1");
    await answerAll();
    await answerAll();
    sparklines.want("1");
    expect(asked).toHaveLength(2);
    nowMs = SPARKLINE_AGE_MAX_MS;
    sparklines.want("1");
    expect(asked).toHaveLength(3);
  });
});
