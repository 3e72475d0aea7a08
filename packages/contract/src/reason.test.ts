// Every reason can be said: it has a number of its own and an English text, and no text is idle.

import { expect, test } from "vitest";
import english from "../messages/en.json" with { type: "json" };
import { REASONS } from "./reason.ts";

test("every reason has a text, and every text a reason", () => {
  expect(Object.keys(english.reasons).sort()).toEqual(Object.keys(REASONS).sort());
});

test("no two reasons share a number", () => {
  const codes = Object.values(REASONS).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});

test("the client messages that the specification words are said word for word", () => {
  expect(english.reasons.LEVERAGE_MISSING).toBe(
    "Leverage not configured, cannot place orders for now",
  );
  expect(english.reasons.ONLY_REAL).toBe("Please register or log in to a real account");
  expect(english.reasons.MARKET_CLOSED).toBe("closed");
});
