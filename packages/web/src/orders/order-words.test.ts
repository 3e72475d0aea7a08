// Who ended an order by an own act is not asked to wonder why.

import { expect, test } from "vitest";
import { isOwnAct } from "./order-words.ts";

test.each([
  ["user", true],
  ["copy-stopped", true],
  ["demo-reset", true],
  ["stop-out", false],
  ["copy", false],
  [null, false],
])("%s: own act %s", (reason, isOwn) => {
  expect(isOwnAct(reason)).toBe(isOwn);
});
