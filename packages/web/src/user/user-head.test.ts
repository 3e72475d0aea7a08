// Enough of an address to know it, too little for whoever looks over a shoulder.

import { expect, test } from "vitest";
import { maskEmail } from "./user-head.tsx";

test.each([
  ["member@example.test", "me***@example.test"],
  ["a@example.test", "a***@example.test"],
  ["ab@x.test", "ab***@x.test"],
  ["", ""],
])("%s is shown as %s", (email, shown) => {
  expect(maskEmail(email)).toBe(shown);
});
