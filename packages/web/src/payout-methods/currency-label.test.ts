// A coin is named with its network, because one coin travels over several; money is not.

import { expect, test } from "vitest";
import { currencyLabel } from "./currency-label.ts";

test.each([
  [{ code: "USDT", network: "TRC20" }, "USDT\u00a0·\u00a0TRC20"],
  [{ code: "EUR", network: "WIRE" }, "EUR"],
  [{ code: "EUR", network: "" }, "EUR"],
])("%o is called %s", (currency, label) => {
  expect(currencyLabel(currency)).toBe(label);
});
