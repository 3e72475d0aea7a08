// What is marked is what the search found, in the text as it is written.
// @vitest-environment node

import { expect, test } from "vitest";
import { findMatch } from "./find-match.ts";

test.each([
  ["EUR/USD", "eur", ["", "EUR", "/USD"]],
  ["EUR/USD", "rus", ["EU", "R/US", "D"]],
  ["EUR/USD", "usd ", ["EUR/", "USD", ""]],
  ["États-Unis 500", "etats", ["", "États", "-Unis 500"]],
  ["Straße", "strasse", null],
  ["黃金", "金", ["黃", "金", ""]],
  ["EUR/USD", "", null],
  ["EUR/USD", "/", null],
  ["EUR/USD", "jpy", null],
])("in %s, %s", (text, search, expected) => {
  const found = findMatch(text, search);
  expect(found && [found.before, found.match, found.after]).toEqual(expected);
});
