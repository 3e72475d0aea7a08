// The parts of a screen come in turns, one with each painted frame, and no further than asked.

import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTurns } from "./use-turns.ts";

let frames: FrameRequestCallback[];

beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function paint(): Promise<void> {
  const due = frames;
  frames = [];
  await act(async () => {
    for (const frame of due) frame(0);
    await vi.runAllTimersAsync();
  });
}

test("one turn with each frame, up to the last", async () => {
  const { result } = renderHook(() => useTurns(2));
  expect(result.current).toBe(0);
  await paint();
  expect(result.current).toBe(1);
  await paint();
  expect(result.current).toBe(2);
  expect(frames).toHaveLength(0);
  await paint();
  expect(result.current).toBe(2);
});
