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

const refuse = (): never => {
  throw new DOMException("Cannot access rules", "SecurityError");
};
/** What a browser has of a style sheet: where the line was cut, and where the answer was a 503. */
const FAILED: Record<string, unknown> = {
  none: null,
  empty: { cssRules: [] },
  "that of nobody": Object.defineProperty({}, "cssRules", { get: refuse }),
};

function addStyle(sheet: unknown): HTMLLinkElement {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = "/assets/part.css";
  Object.defineProperty(link, "sheet", { value: sheet });
  document.head.append(link);
  return link;
}

async function loadAtTheSecondTry(): Promise<void> {
  let tries = 0;
  const load = () => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error("no line")) : Promise.resolve("part");
  };
  const part = loadUntilThere(load);
  await vi.advanceTimersByTimeAsync(3_000);
  await part;
}

it.each(Object.keys(FAILED))(
  "a style sheet that failed, %s, is asked for with it",
  async (name) => {
    const link = addStyle(FAILED[name]);
    await loadAtTheSecondTry();
    const [again, ...more] = document.querySelectorAll("link");
    expect(more).toEqual([]);
    expect(again).not.toBe(link);
    expect(again?.href).toBe(link.href);
  },
);

it("a style sheet that is there stays", async () => {
  const link = addStyle({ cssRules: [{}] });
  await loadAtTheSecondTry();
  expect([...document.querySelectorAll("link")]).toEqual([link]);
});
