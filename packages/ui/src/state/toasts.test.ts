// Toasts: successes leave by themselves, failures stay, nothing is said twice, nothing piles up.
// @vitest-environment node

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createToasts, TOAST_MS, TOAST_WITH_ACTS_MS, TOASTS_MAX, type Toasts } from "./toasts.ts";

let toasts: Toasts;
const titles = () => toasts.shown.get().map(({ title }) => title);

beforeEach(() => {
  vi.useFakeTimers();
  toasts = createToasts();
});

afterEach(() => vi.useRealTimers());

test("a result leaves by itself, a failure stays until it is dismissed", () => {
  toasts.show({ tone: "done", title: "Saved" });
  toasts.show({ tone: "failed", title: "Lost", text: "Code NETWORK" });
  vi.advanceTimersByTime(TOAST_MS);
  expect(titles()).toEqual(["Lost"]);
  toasts.dismiss(toasts.shown.get()[0]?.id ?? 0);
  expect(titles()).toEqual([]);
});

test("a result about which something can be done stays long enough to do it", () => {
  const acts = [{ label: "Close", run: () => undefined }];
  toasts.show({ tone: "done", title: "Bought", acts });
  vi.advanceTimersByTime(TOAST_MS);
  expect(titles()).toEqual(["Bought"]);
  vi.advanceTimersByTime(TOAST_WITH_ACTS_MS - TOAST_MS);
  expect(titles()).toEqual([]);
});

test("the same failure twice is shown once", () => {
  toasts.show({ tone: "failed", title: "Lost", text: "Code 1" });
  toasts.show({ tone: "failed", title: "Lost", text: "Code 2" });
  toasts.show({ tone: "failed", title: "Lost", text: "Code 1" });
  expect(toasts.shown.get().map(({ text }) => text)).toEqual(["Code 2", "Code 1"]);
});

test("the oldest makes room", () => {
  for (let count = 0; count <= TOASTS_MAX; count += 1) {
    toasts.show({ tone: "failed", title: `Lost ${count}` });
  }
  expect(titles()).toHaveLength(TOASTS_MAX);
  expect(titles()).not.toContain("Lost 0");
});
