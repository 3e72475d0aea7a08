// The ranking and the list for copying as a reader sees them: every figure of the specification
// with its name, what is not known said in words, and an honest emptiness.

import { cleanup, screen } from "@testing-library/react";
import {
  type RankedTrader,
  rankedTraderToWire,
  requestRankedTraders,
} from "@truetick/contract/ranking";
import { afterEach, expect, test } from "vitest";
import { CopyScreen } from "../copy/copy.screen.tsx";
import { showScreen } from "../testing/show-screen.tsx";
import { RankingScreen } from "./ranking.screen.tsx";

afterEach(cleanup);

const PATH = requestRankedTraders({ page: 1 }).path;

const trader = (changed: Partial<RankedTrader>): RankedTrader => ({
  alias: "slow_carry",
  market: "USD/CHF",
  leverage: 30,
  threeWeekReturn: "0.0960",
  threeWeekWinRate: "0.7142",
  threeWeekProfit: "2204.600000",
  totalReturn: "0.2000",
  orders: 1077,
  followers: 268,
  totalFollowers: 268,
  days: 64,
  drawdown: "0.1201",
  risk: 4,
  isSimulated: false,
  book: "real",
  curve: ["0.0000", "0.2000"],
  isBlown: false,
  isHedged: false,
  ...changed,
});

const pageOf = (...traders: RankedTrader[]) => ({
  [PATH]: { data: traders.map(rankedTraderToWire), total: traders.length, is_simulated: 0 },
});

const figureOf = (name: string) =>
  [...document.querySelectorAll("dt")]
    .filter((label) => label.textContent === name)
    .map((label) => label.nextElementSibling?.textContent);

test("a trader has the specification's figures, by its names", async () => {
  await showScreen(<RankingScreen />, { path: "/rank", wires: pageOf(trader({})) });
  expect(screen.getByText("slow_carry")).toBeTruthy();
  expect(screen.getByText("64 days")).toBeTruthy();
  expect(figureOf("Three-week income")).toEqual(["+2,204.60"]);
  expect(figureOf("Profit rate")).toEqual(["+9.6%"]);
  expect(figureOf("Win rate")).toEqual(["71.4%"]);
  expect(figureOf("Total followers")).toEqual(["268"]);
  expect(figureOf("Total orders")).toEqual(["1,077"]);
  expect(figureOf("Multiplier")).toEqual(["1:30"]);
  expect(figureOf("Variety")).toEqual(["USD/CHF"]);
});

test("who lost stays, and what cannot be told yet is not made up", async () => {
  const young = { alias: "grey-heron", threeWeekReturn: null, threeWeekWinRate: null, days: 6 };
  const loser = { alias: "full_send", threeWeekReturn: "-0.6130", threeWeekProfit: "-9310.000000" };
  await showScreen(<RankingScreen />, {
    path: "/rank",
    wires: pageOf(trader(young), trader(loser)),
  });
  expect(figureOf("Profit rate")).toEqual(["Not enough data yet", "−61.3%"]);
  expect(figureOf("Three-week income")).toEqual(["+2,204.60", "−9,310.00"]);
  expect(screen.getByText(/Past returns do not predict/)).toBeTruthy();
});

test("copy trading shows the same records and says that copying is not open", async () => {
  await showScreen(<CopyScreen />, { path: "/copy", wires: pageOf(trader({})) });
  expect(screen.getByText("slow_carry")).toBeTruthy();
  expect(screen.getByText(/Copying itself is not open yet/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /copy/i })).toBeNull();
});

test("while nobody is listed both say so, with a way on", async () => {
  await showScreen(<RankingScreen />, { path: "/rank", wires: pageOf() });
  expect(screen.getByText("No ranking yet")).toBeTruthy();
  cleanup();
  await showScreen(<CopyScreen />, { path: "/copy", wires: pageOf() });
  expect(screen.getByText("Nobody to copy yet")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Watch the quotes" }).getAttribute("href")).toBe("/");
});
