// Only what was typed anew is proposed.

import type { MarketTermTexts } from "@truetick/contract/desk";
import { expect, test } from "vitest";
import { changedTerms, TERM_FIELDS } from "./changed-terms.ts";

const NOW = Object.fromEntries(TERM_FIELDS.map((name) => [name, "1"])) as MarketTermTexts;

test("the same words change nothing", () => {
  expect(changedTerms(NOW, { ...NOW })).toEqual({});
});

test("what is different is proposed, without blanks around it", () => {
  expect(changedTerms(NOW, { ...NOW, fee_rate: " 0.0001 " })).toEqual({ fee_rate: "0.0001" });
});

test("words that are no terms are not proposed", () => {
  expect(changedTerms(NOW, { ...NOW, bid: "1.2", why: "because" })).toEqual({});
});
