// A page is outdated only when the server says so, and reloads for that once.
// @vitest-environment node

import { expect, test, vi } from "vitest";
import { isOutdated, mayReload } from "./newer-build.ts";

const ENTRY = "/assets/index-AAAAAAAA.js";
const page = (entry: string) => async () => new Response(`<script src="${entry}"></script>`);

test("the server's page names another entry: outdated", async () => {
  expect(await isOutdated(ENTRY, page("/assets/index-BBBBBBBB.js"))).toBe(true);
});

test.each([
  ["the same build", page(ENTRY)],
  ["a server that is starting", async () => new Response("", { status: 503 })],
  [
    "no line",
    async () => {
      throw new TypeError("Failed to fetch");
    },
  ],
])("%s is no newer build", async (_what, ask) => {
  expect(await isOutdated(ENTRY, ask)).toBe(false);
});

test("reloads once for a build, never again and again, and never without a memory", () => {
  vi.stubGlobal("document", {
    querySelector: () => ({ getAttribute: () => ENTRY }),
  });
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  };
  expect([mayReload(storage), mayReload(storage)]).toEqual([true, false]);
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  expect(mayReload(full)).toBe(false);
  vi.unstubAllGlobals();
});
