// Spec §2: type=1 selects holding.
// @vitest-environment node

import { expect, test } from "vitest";
import { tabOfType } from "./order-tabs.tsx";

test.each([
  ["1", "holding"],
  ["0", "pending"],
  ["2", "history"],
  ["3", "history"],
  [null, "holding"],
  ["nonsense", "holding"],
])("type=%s is %s", (type, tab) => {
  expect(tabOfType(type)).toBe(tab);
});
