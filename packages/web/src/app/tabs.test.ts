// Which place of the bar is marked where.

import { expect, test } from "vitest";
import { currentOf } from "./tabs.ts";

test.each([
  ["/rank", "/rank", "page"],
  ["/rank", "/rank/trader", "true"],
  ["/order", "/order/why", "true"],
  ["/news", "/news/detail", "true"],
  ["/", "/", "page"],
  ["/", "/mine/password", undefined],
  ["/order", "/orders", undefined],
])("%s on %s: %s", (place, path, current) => {
  expect(currentOf(place, path)).toBe(current);
});
