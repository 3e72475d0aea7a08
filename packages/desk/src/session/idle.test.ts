// A desk that nobody touches warns and then ends; a laptop that slept is noticed when it wakes.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { IDLE_END_MS, IDLE_WARN_MS, type Idle, secondsLeft, watchIdle } from "./idle.ts";

let idle: Idle;
const onEnd = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  onEnd.mockReset();
  idle = watchIdle(window, onEnd);
});

afterEach(() => {
  idle.stop();
  vi.useRealTimers();
});

test("the time left is told only near the end", () => {
  expect(secondsLeft(IDLE_WARN_MS - 1)).toBeNull();
  expect(secondsLeft(IDLE_WARN_MS)).toBe((IDLE_END_MS - IDLE_WARN_MS) / 1_000);
  expect(secondsLeft(IDLE_END_MS + 5)).toBe(0);
});

test("touching it begins anew, until it asks: then only an answer does", () => {
  vi.advanceTimersByTime(IDLE_WARN_MS - 1_000);
  window.dispatchEvent(new Event("keydown"));
  vi.advanceTimersByTime(IDLE_WARN_MS - 1_000);
  expect(idle.endsInSec.get()).toBeNull();
  vi.advanceTimersByTime(2_000);
  expect(idle.endsInSec.get()).not.toBeNull();
  window.dispatchEvent(new Event("pointerdown"));
  expect(idle.endsInSec.get(), "a stray press is no answer").not.toBeNull();
  idle.touch();
  expect(idle.endsInSec.get()).toBeNull();
  expect(onEnd).not.toHaveBeenCalled();
});

test("it ends once, also after a sleep without a single tick", () => {
  vi.setSystemTime(Date.now() + 8 * 3_600_000);
  document.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(60_000);
  expect(onEnd).toHaveBeenCalledTimes(1);
});
