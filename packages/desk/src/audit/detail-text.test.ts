// The rest of an audit line, for people.

import { expect, test } from "vitest";
import { detailText } from "./detail-text.ts";

test.each([
  [{ amount: "5", reason: "" }, "amount 5"],
  [{ staff_id: 7, hash: null }, "staff id 7"],
  [{ list: [1, 2] }, "list [1,2]"],
  [null, ""],
  [{}, ""],
])("%o is written as %s", (detail, text) => {
  expect(detailText(detail)).toBe(text);
});
