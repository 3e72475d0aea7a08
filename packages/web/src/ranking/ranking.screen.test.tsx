// The ranking as a reader sees it: every figure of the specification with its name, what is not
// known said in words, a search and an order that are asked of the server, an honest emptiness.

import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { followToWire, requestFollows } from "@truetick/contract/copying";
import {
  rankedTraderToWire,
  requestOwnListing,
  requestRankedTraders,
} from "@truetick/contract/ranking";
import { afterEach, expect, test } from "vitest";
import { OwnCopyingFrame } from "../copy/own-copying.tsx";
import { sampleFollow } from "../testing/sample-follow.ts";
import { sampleListing } from "../testing/sample-listing.ts";
import { sampleTrader } from "../testing/sample-trader.ts";
import { showScreen } from "../testing/show-screen.tsx";
import { RankedCard } from "./ranked-card.tsx";
import { RankingScreen } from "./ranking.screen.tsx";

afterEach(cleanup);

const PATH = requestRankedTraders({ page: 1 }).path;

const pageOf = (...traders: ReturnType<typeof sampleTrader>[]) => ({
  [PATH]: { data: traders.map(rankedTraderToWire), total: traders.length, is_simulated: 0 },
});

/** What stands under a name, of every trader: beside it on cards, below it in the table. */
function figureOf(name: string) {
  const named = [...document.querySelectorAll("dt")]
    .filter((label) => label.textContent === name)
    .map((label) => label.nextElementSibling?.textContent);
  if (named.length > 0) return named;
  const heads = [...document.querySelectorAll("th")];
  const at = heads.findIndex(({ textContent }) => textContent?.replace(/[↑↓]/, "") === name);
  return [...document.querySelectorAll("tbody tr")].map((row) => row.children[at]?.textContent);
}

test("a trader has the specification's figures, by its names", async () => {
  await showScreen(<RankingScreen />, { path: "/rank", wires: pageOf(sampleTrader()) });
  expect(screen.getByRole("link", { name: /slow_carry/ }).getAttribute("href")).toBe(
    "/rank/trader?user=slow_carry",
  );
  expect(figureOf("Three-week income")).toEqual(["+2,204.60"]);
  expect(figureOf("Profit rate")).toEqual(["+9.60%"]);
  expect(figureOf("Win rate")).toEqual(["71.4%"]);
  expect(figureOf("Total followers")).toEqual(["412"]);
  expect(figureOf("Total orders")).toEqual(["1,077"]);
  expect(figureOf("Multiplier")).toEqual(["1:30"]);
  expect(figureOf("Variety")).toEqual(["USD/CHF"]);
});

test("drawdown, risk, age and who copies now stand beside them", async () => {
  await showScreen(<RankingScreen />, { path: "/rank", wires: pageOf(sampleTrader()) });
  expect(figureOf("Max drawdown")).toEqual(["−12.01%"]);
  expect(figureOf("Total return")).toEqual(["+20.00%"]);
  expect(figureOf("Copying now")).toEqual(["268"]);
  expect(screen.getByText("64 days")).toBeTruthy();
  expect(screen.getByRole("img", { name: "Risk 4 of 10" })).toBeTruthy();
});

test("who lost stays, and what cannot be told yet is not made up", async () => {
  const young = sampleTrader({
    alias: "grey-heron",
    threeWeekReturn: null,
    threeWeekWinRate: null,
    risk: null,
    days: 6,
  });
  const loser = sampleTrader({ alias: "full_send", threeWeekReturn: "-0.6130", isBlown: true });
  await showScreen(<RankingScreen />, { path: "/rank", wires: pageOf(young, loser) });
  expect(figureOf("Profit rate")).toEqual(["–Not enough data yet", "−61.30%"]);
  expect(screen.getByText("Lost everything")).toBeTruthy();
  expect(screen.getByText(/Past returns do not predict/)).toBeTruthy();
});

test("simulated traders and play money are called so", async () => {
  const simulated = sampleTrader({ isSimulated: true, book: "demo" });
  const player = sampleTrader({ alias: "player-1", book: "demo" });
  await showScreen(<RankingScreen />, { path: "/rank", wires: pageOf(simulated, player) });
  expect(screen.getAllByText("Simulated")).toHaveLength(1);
  expect(screen.getAllByText("Demo account")).toHaveLength(1);
  expect(screen.getByText(/Play money on simulated prices/)).toBeTruthy();
});

test("order and search are in the address; what no alias holds is not asked", async () => {
  await showScreen(<RankingScreen />, { path: "/rank", wires: pageOf(sampleTrader()) });
  await act(async () => fireEvent.click(screen.getByRole("radio", { name: "Max drawdown" })));
  expect(window.location.search).toBe("?sort=drawdown");
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "slow <b>" } });
  await waitFor(() => expect(window.location.search).toBe("?sort=drawdown&search=slowb"));
});

test("while nobody is listed it says so; nobody found is another matter", async () => {
  await showScreen(<RankingScreen />, { path: "/rank", wires: pageOf() });
  expect(screen.getByText("No ranking yet")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Watch the quotes" }).getAttribute("href")).toBe("/");
  cleanup();
  await showScreen(<RankingScreen />, { path: "/rank?search=who", wires: pageOf() });
  expect(screen.getByText("No trader matches “who”")).toBeTruthy();
});

test("how it is computed is one touch away, with the formula and its scale", async () => {
  await showScreen(<RankingScreen />, { path: "/rank", wires: pageOf(sampleTrader()) });
  fireEvent.click(screen.getByRole("button", { name: "How this is computed" }));
  expect(screen.getByText(/standard deviation over a year/)).toBeTruthy();
  expect(document.querySelector("code")?.textContent).toBe("σ(r1 … r90) × 365½");
  expect(screen.getByText("up to 5%")).toBeTruthy();
  expect(screen.getByText("above 120%")).toBeTruthy();
});

/** One who is copied, the reader, and two others. */
function pageOfFour() {
  const traders = ["slow_carry", "river-7", "grey-heron", "full_send"];
  return {
    ...pageOf(...traders.map((alias) => sampleTrader({ alias }))),
    [requestFollows().path]: {
      data: [followToWire(sampleFollow({ id: "7", leader: "slow_carry" }))],
    },
    [requestOwnListing().path]: sampleListing({ alias: "river-7", isListed: true }),
  };
}

test("who is copied already is not offered again, nor is the own listing", async () => {
  await showScreen(<RankingScreen />, { path: "/rank", wires: pageOfFour() });
  const placeOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(placeOf("Copying")).toBe("/copy/follow?id=7");
  expect(placeOf("Listed")).toBe("/rank/lead");
  expect(screen.getAllByRole("button", { name: /^Copy / })).toHaveLength(2);
  expect(screen.getAllByRole("link", { name: "You are listed as river-7" })).toHaveLength(2);
});

test("a phone's cards mark who is copied already, and the own listing", async () => {
  await showScreen(
    <OwnCopyingFrame>
      {["slow_carry", "river-7", "grey-heron"].map((alias) => (
        <RankedCard key={alias} trader={{ ...sampleTrader({ alias }), id: alias, place: 2 }} />
      ))}
    </OwnCopyingFrame>,
    { path: "/rank", wires: pageOfFour() },
  );
  const headOf = (alias: string) =>
    document.querySelector(`[data-trader="${alias}"] > div`)?.textContent;
  await waitFor(() => expect(headOf("river-7")).toBe("2R7river-7Listed"));
  expect(headOf("slow_carry")).toBe("2SCslow_carryCopying");
  expect(headOf("grey-heron")).toBe("2GHgrey-heron");
});
