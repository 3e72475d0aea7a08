// A part that cannot be fetched is asked for again, and so is a style sheet that failed.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadUntilThere } from "./lazy-part.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.head.innerHTML = "";
});

it("a part that does not come is asked for, ever more seldom, until it does", async () => {
  const askedAtMs: number[] = [];
  const startedAtMs = Date.now();
  const load = () => {
    askedAtMs.push(Date.now() - startedAtMs);
    return askedAtMs.length < 4 ? Promise.reject(new Error("no line")) : Promise.resolve("part");
  };
  const part = loadUntilThere(load);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await part).toBe("part");
  expect(askedAtMs).toEqual([0, 2_000, 6_000, 14_000]);
});

it("a style sheet that failed is asked for with it", async () => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = "/assets/part.css";
  document.head.append(link);
  let tries = 0;
  const load = () => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error("no line")) : Promise.resolve("part");
  };
  const part = loadUntilThere(load);
  await vi.advanceTimersByTimeAsync(3_000);
  await part;
  const [again, ...more] = document.querySelectorAll("link");
  expect(more).toEqual([]);
  expect(again).not.toBe(link);
  expect(again?.href).toBe(link.href);
});
