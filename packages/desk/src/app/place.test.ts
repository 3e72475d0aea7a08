// Addresses of the desk, taken apart and put together again.
// @vitest-environment node

import { expect, test } from "vitest";
import { addressOf, pathTo } from "./place.ts";

function read(address: string) {
  const { pathname, searchParams } = new URL(address, "https://desk.test");
  const path = pathname.replace(/\/+$/, "") || "/";
  const { place, chosen, query } = addressOf({ path, query: searchParams, visit: 1, depth: 0 });
  return { place, chosen, query: Object.fromEntries(query) };
}

test.each([
  ["/desk", { place: "", chosen: null, query: {} }],
  ["/desk/", { place: "", chosen: null, query: {} }],
  ["/desk/deposits", { place: "deposits", chosen: null, query: {} }],
  [
    "/desk/deposits/42?status=stuck",
    { place: "deposits", chosen: "42", query: { status: "stuck" } },
  ],
])("%s", (address, expected) => {
  expect(read(address)).toEqual(expected);
});

test("a place, what is looked at and the filters come back as they were; empty filters go", () => {
  const path = pathTo("audit", "a/b c", { q: "x&y", kind: "" });
  expect(path).toBe("/desk/audit/a%2Fb%20c?q=x%26y");
  expect(read(path)).toEqual({ place: "audit", chosen: "a/b c", query: { q: "x&y" } });
});
