// A trader's page: the record, what is traded, the risk by its published scale, and what must be
// known before anybody copies.

import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { followToWire, requestFollows } from "@truetick/contract/copying";
import {
  requestTraderProfile,
  type TraderProfile,
  traderProfileToWire,
} from "@truetick/contract/ranking";
import { afterEach, expect, test } from "vitest";
import { sampleFollow } from "../testing/sample-follow.ts";
import { sampleTrader } from "../testing/sample-trader.ts";
import { showScreen } from "../testing/show-screen.tsx";
import { TraderScreen } from "./trader.screen.tsx";

afterEach(cleanup);

const PATH = requestTraderProfile("x").path;
const MINE = requestFollows().path;
const AT = "/rank/trader?user=slow_carry";

const profile = (changed: Partial<TraderProfile> = {}): TraderProfile => ({
  ...sampleTrader(),
  record: [
    { date: 20261001, totalReturn: "0.0000", drawdown: "0.0000" },
    { date: 20261002, totalReturn: "0.2500", drawdown: "0.0000" },
    { date: 20261003, totalReturn: "0.2000", drawdown: "0.0400" },
  ],
  markets: [
    { market: "USD/CHF", share: "0.7500", orders: 808, profit: "1500.000000", winRate: "0.7" },
    { market: "EUR/USD", share: "0.2500", orders: 269, profit: "-20.000000", winRate: null },
  ],
  leverages: [{ leverage: 30, share: "1.0000", orders: 1077 }],
  averageHoldSec: 7_200,
  bestDay: { date: 20261002, dayReturn: "0.2500" },
  worstDay: { date: 20261003, dayReturn: "-0.0400" },
  lossDays: 1,
  finishedDays: 3,
  accounts: 1,
  followAmount: "12500.000000",
  isListed: true,
  ...changed,
});

const wiresOf = (changed: Partial<TraderProfile> = {}, follows = [] as unknown[]) => ({
  [PATH]: traderProfileToWire(profile(changed)),
  [MINE]: { data: follows },
});

test("shows the record and reads any day of it by the keys", async () => {
  await showScreen(<TraderScreen />, { path: AT, wires: wiresOf() });
  expect(screen.getByText("Oct 3, 2026", { selector: "figcaption *" })).toBeTruthy();
  fireEvent.change(screen.getByRole("slider"), { target: { value: "1" } });
  const caption = document.querySelector("figcaption") as HTMLElement;
  expect(within(caption).getByText("Oct 2, 2026")).toBeTruthy();
  expect(within(caption).getByText("+25.00%")).toBeTruthy();
});

test("says what is traded, how long, and what follows in total", async () => {
  await showScreen(<TraderScreen />, { path: AT, wires: wiresOf() });
  expect(screen.getByText("75.0%")).toBeTruthy();
  expect(screen.getByText("+1,500.00")).toBeTruthy();
  expect(screen.getByText("2 hr")).toBeTruthy();
  expect(screen.getByText("12,500.00")).toBeTruthy();
  expect(document.querySelector("li[aria-current]")?.textContent).toBe("4up to 20%");
});

test("who lost everything or has left cannot be copied, and it is said", async () => {
  await showScreen(<TraderScreen />, { path: AT, wires: wiresOf({ isBlown: true }) });
  expect(screen.getByText(/stays listed; copying is off/)).toBeTruthy();
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Copy this trader" });
  expect(button.disabled).toBe(true);
  cleanup();
  await showScreen(<TraderScreen />, { path: AT, wires: wiresOf({ isListed: false }) });
  expect(screen.getByText(/has left the ranking/i)).toBeTruthy();
});

test("a young record is called so and can be copied all the same", async () => {
  const young = { totalReturn: null, threeWeekReturn: null, risk: null };
  await showScreen(<TraderScreen />, { path: AT, wires: wiresOf(young) });
  expect(screen.getByText(/Too early to judge/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy slow_carry" })).toBeTruthy();
});

test("who copies already is led to that copy", async () => {
  const follows = [followToWire(sampleFollow({ id: "7", leader: "slow_carry" }))];
  await showScreen(<TraderScreen />, { path: AT, wires: wiresOf({}, follows) });
  expect(screen.getByRole("link", { name: "Open my copy" }).getAttribute("href")).toBe(
    "/copy/follow?id=7",
  );
});

test("an alias that nobody has says so, with a way back", async () => {
  const wires = { [PATH]: { refused: "TRADER_UNKNOWN" } };
  await showScreen(<TraderScreen />, { path: AT, wires });
  expect(screen.getByText("No such trader")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Show all traders" }).getAttribute("href")).toBe("/rank");
});
