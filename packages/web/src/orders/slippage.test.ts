// Better and worse follow the trader's side, opening and closing alike (trading rules, §5).

import { expect, test } from "vitest";
import { slippageOf } from "./slippage.ts";

const SHAPE = { pricePrecision: 5, fractionDigits: 1 };

test.each([
  ["buy", "open", "1.10000", "1.10000", "none", "0"],
  ["buy", "open", "1.10000", "1.09988", "better", "1.2"],
  ["buy", "open", "1.10000", "1.10003", "worse", "0.3"],
  ["sell", "open", "1.10000", "1.10003", "better", "0.3"],
  ["buy", "close", "1.09000", "1.08900", "worse", "10.0"],
  ["sell", "close", "1.09000", "1.08900", "better", "10.0"],
] as const)("%s %s asked %s, filled %s: %s", (side, kind, asked, filled, told, pips) => {
  expect(slippageOf({ asked, filled }, { side, kind }, SHAPE)).toEqual({ kind: told, pips });
});

test("of what is no price there is none", () => {
  expect(slippageOf({ asked: "", filled: "1" }, { side: "buy", kind: "open" }, SHAPE)).toBeNull();
});
