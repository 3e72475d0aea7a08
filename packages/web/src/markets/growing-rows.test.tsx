// A short table begins with a few rows and is whole soon after; whoever walks to its end by keys
// need not wait for that.

import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useRowWindow } from "./use-row-window.ts";

afterEach(cleanup);

function openTable(count: number) {
  const body = { current: document.createElement("tbody") };
  const drawn: number[] = [];
  const hook = renderHook(() => {
    const rows = useRowWindow(body, count);
    drawn.push(rows.to);
    return rows;
  });
  return { ...hook, drawn };
}

test("a few rows at once, then the rest a few at a time", async () => {
  const { result, drawn } = openTable(56);
  expect(drawn[0]).toBe(4);
  await waitFor(() => expect(result.current.to).toBe(56));
  expect(result.current).toMatchObject({ from: 0, above: 0, below: 0 });
  const steps = drawn.map((rows, at) => rows - (drawn[at - 1] ?? rows));
  expect(Math.max(...steps)).toBe(4);
});

test("rows that are still to be drawn have their room: what is below stays there", () => {
  const { from, to, below } = openTable(56).result.current;
  expect(below).toBeGreaterThanOrEqual((56 - (to - from)) * 48);
});

test("fewer rows than that are all there is", () => {
  expect(openTable(3).result.current).toMatchObject({ from: 0, to: 3 });
});

test("the last row is there as soon as it is asked for", () => {
  const { result } = openTable(56);
  act(() => result.current.reveal(55));
  expect(result.current.to).toBe(56);
});
