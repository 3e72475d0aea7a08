// What moves with every price is painted: a day that turns colours prices and lines, and nothing is
// rendered for it.

import { act, cleanup, render } from "@testing-library/react";
import type { QuoteUpdate } from "@truetick/contract";
import { createNotation, NotationProvider } from "@truetick/ui";
import { Profiler } from "react";
import { afterEach, expect, test } from "vitest";
import { type App, AppProvider } from "../app/app.ts";
import { createQuoteBoard } from "../live/quote-board.ts";
import { sampleMarket } from "../testing/sample-market.ts";
import { LivePrice } from "./live-figures.tsx";
import { MarketSparkline } from "./market-sparkline.tsx";

afterEach(cleanup);

const MARKET = sampleMarket();
const CLOSES = [1.1, 1.101];

function update(seq: number, bid: string, dayChange: string): QuoteUpdate {
  const day = { dayOpen: "1.10000", dayHigh: "1.10900", dayLow: "1.09000", dayChange };
  const quote = { bid, ask: bid, close: bid, time: 1_794_745_317 + seq, seq, ...day };
  const state = { isOpen: true, opensAt: null, isClosingOnly: false, isStale: false };
  return { marketId: MARKET.id, code: MARKET.code, ...state, quote };
}

test("a day that turns is painted without a render", () => {
  const board = createQuoteBoard((paint) => paint());
  board.apply([update(1, "1.10100", "0.09")], { isSnapshot: true });
  const sparklines = { get: () => CLOSES, subscribe: () => () => undefined };
  const parts = { live: { board }, sparklines };
  let renders = 0;
  render(
    <AppProvider value={parts as unknown as App}>
      <NotationProvider value={createNotation("en")}>
        <Profiler id="live" onRender={() => (renders += 1)}>
          <LivePrice market={MARKET} side="bid" isTinted />
          <MarketSparkline market={MARKET} width={44} height={26} />
        </Profiler>
      </NotationProvider>
    </AppProvider>,
  );
  const directions = () =>
    [...document.querySelectorAll<HTMLElement>("[data-direction]")].map(
      ({ dataset }) => dataset.direction,
    );
  expect(directions()).toEqual(["up", "up"]);
  expect(renders).toBe(1);
  act(() => board.apply([update(2, "1.09900", "-0.09")], { isSnapshot: false }));
  expect(directions()).toEqual(["down", "down"]);
  act(() => board.apply([update(3, "1.10000", "0.00")], { isSnapshot: false }));
  expect(directions()).toEqual(["flat", "flat"]);
  expect(renders).toBe(1);
});
