// When a connection is called silent, and when not.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type SilenceWatch, watchSilence } from "./silence-watch.ts";

let watch: SilenceWatch;
let told: string[];

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  watch = watchSilence({
    now: Date.now,
    ask: () => told.push("asked"),
    onSilent: () => told.push("silent"),
  });
});

afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

test("frames that stop are asked about after 2 s, and called silent 1 s later, once", () => {
  watch.heard("frame");
  vi.advanceTimersByTime(1_900);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(300);
  expect(told).toEqual(["asked"]);
  vi.advanceTimersByTime(1_300);
  expect(told, "a second without an answer is a silence").toEqual(["asked", "silent"]);
  vi.advanceTimersByTime(60_000);
  expect(told, "told once").toEqual(["asked", "silent"]);
  expect(watch.heard("pong"), "a silence has ended").toBe(true);
  expect(watch.heard("pong")).toBe(false);
});

test("an answer in time keeps it quiet, not silent", () => {
  watch.heard("frame");
  vi.advanceTimersByTime(2_200);
  expect(watch.heard("pong")).toBe(false);
  vi.advanceTimersByTime(900);
  expect(told).toEqual(["asked"]);
});

test("markets at rest are not asked over and over", () => {
  watch.heard("frame");
  for (let second = 0; second < 60; second += 1) {
    vi.advanceTimersByTime(1_000);
    if (told.length > 0) watch.heard("pong");
  }
  expect(told.length).toBeLessThanOrEqual(5);
  expect(told).not.toContain("silent");
});

test("where no frame ever came, nothing is asked", () => {
  watch.heard("pong");
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([]);
});
