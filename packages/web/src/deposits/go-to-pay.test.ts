// Our own page opens in the app, the provider's in its place, and nothing else anywhere (T27).

import { expect, test } from "vitest";
import { goToPay } from "./go-to-pay.ts";

function follow(url: string): string {
  let went = "nowhere";
  goToPay(
    url,
    { navigate: (to) => (went = `in ${to}`) },
    { origin: "https://truetick.test", assign: (to) => (went = `out ${to}`) },
  );
  return went;
}

test.each([
  ["/mine/card?id=7", "in /mine/card?id=7"],
  ["https://truetick.test/mine/card?id=7", "in /mine/card?id=7"],
  ["https://checkout.example/pay/1", "out https://checkout.example/pay/1"],
  ["http://checkout.example/pay/1", "nowhere"],
  ["javascript:alert(1)", "nowhere"],
  ["https://", "nowhere"],
])("T27: %s leads %s", (url, went) => {
  expect(follow(url)).toBe(went);
});
