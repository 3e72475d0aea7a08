// What stands above the open positions adds up: net value is balance, profit, margin used and what
// waiting orders reserve.

import { act, cleanup } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { movingAccount } from "../testing/moving-account.ts";
import { sampleAccount } from "../testing/sample-account.ts";
import { showScreen } from "../testing/show-screen.tsx";
import { emptyList } from "./order-list.ts";
import { OrderTotals } from "./order-totals.tsx";

afterEach(cleanup);

const bookOf = (changes: Parameters<typeof sampleAccount>[0]) => ({
  account: sampleAccount(changes),
  orders: new Map(),
});

const figures = () =>
  Object.fromEntries(
    [...document.querySelectorAll("dt")].map((name) => [
      name.textContent,
      Number(name.nextElementSibling?.textContent?.replaceAll(",", "").replace("%", "")),
    ]),
  );

test("what is reserved is named while there is any, and completes the net value", async () => {
  const account = movingAccount(bookOf({}));
  const list = { ...emptyList("holding"), phase: "ready" as const, profitTotal: "1.000000" };
  await showScreen(<OrderTotals tab="holding" list={list} onCloseAll={() => undefined} />, {
    account,
  });
  expect(figures()).not.toHaveProperty("Reserved");
  await act(async () => account.set(bookOf({ balance: "9901.39", reserved: "60.000000" })));
  const { Balance: balance, Reserved: reserved, "Margin used": used, "Net value": net } = figures();
  expect((balance ?? 0) + (reserved ?? 0) + (used ?? 0) + 1).toBeCloseTo(net ?? 0, 6);
});
