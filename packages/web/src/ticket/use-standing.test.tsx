// Whether one can deal, and why not, in the specification's words; and what a leverage picker says
// that has nothing to pick.

import { cleanup, screen } from "@testing-library/react";
import type { Market, QuoteUpdate } from "@truetick/contract";
import { afterEach, expect, test } from "vitest";
import { sampleMarket } from "../testing/sample-market.ts";
import { showScreen } from "../testing/show-screen.tsx";
import { LeverageField } from "./leverage-field.tsx";
import { useStanding } from "./use-standing.ts";

afterEach(cleanup);

const QUOTE = {
  bid: "1.15826",
  ask: "1.15833",
  dayOpen: "1.15000",
  dayHigh: "1.16000",
  dayLow: "1.14000",
  dayChange: "0.71",
  time: 1_794_745_317,
  seq: 7,
};

const update = (changed: Partial<QuoteUpdate>): QuoteUpdate => ({
  marketId: "1",
  code: "EURUSD",
  isOpen: true,
  opensAt: null,
  isClosingOnly: false,
  isStale: false,
  quote: QUOTE,
  ...changed,
});

function Standing({ market }: { readonly market: Market }) {
  const { kind, text } = useStanding(market);
  return <p data-kind={kind}>{text}</p>;
}

const kindOf = () => document.querySelector("p")?.dataset.kind;

test("without leverage: “Leverage not configured, cannot place orders for now”", async () => {
  const market = sampleMarket({ leverages: [] });
  await showScreen(<Standing market={market} />, { quotes: [update({})] });
  expect(kindOf()).toBe("noLeverage");
  expect(screen.getByText("Leverage not configured, cannot place orders for now")).toBeTruthy();
});

test("a leverage picker with none says “No multiples yet”", async () => {
  await showScreen(
    <LeverageField leverages={[]} chosen={null} error={undefined} onChoose={() => undefined} />,
  );
  expect(document.body.textContent).toContain("No multiples yet");
});

test("a closed market says so, an old price too, an open one nothing", async () => {
  const market = sampleMarket();
  await showScreen(<Standing market={market} />, { quotes: [update({ isOpen: false })] });
  expect(kindOf()).toBe("closed");
  expect(document.querySelector("p")?.textContent?.toLowerCase()).toContain("closed");
  cleanup();
  await showScreen(<Standing market={market} />, { quotes: [update({ isStale: true })] });
  expect(kindOf()).toBe("stale");
  cleanup();
  await showScreen(<Standing market={market} />, { quotes: [update({})] });
  expect([kindOf(), document.querySelector("p")?.textContent]).toEqual(["open", ""]);
});

test("F30: closing only says so in plain words, with its reason once that is known", async () => {
  const quotes = [update({ isClosingOnly: true })];
  await showScreen(<Standing market={sampleMarket()} />, { quotes });
  expect(kindOf()).toBe("closingOnly");
  expect(document.querySelector("p")?.textContent).toBe(
    "Only closing is possible now. Nothing new can be opened.",
  );
  cleanup();
  const market = sampleMarket({ closingOnlyReason: "We look into a fault" });
  await showScreen(<Standing market={market} />, { quotes });
  expect(document.querySelector("p")?.textContent).toContain("We look into a fault");
  cleanup();
  // Neither is possible on a price that is old, or in a market that is closed.
  await showScreen(<Standing market={market} />, {
    quotes: [update({ isClosingOnly: true, isStale: true })],
  });
  expect(kindOf()).toBe("stale");
  cleanup();
  await showScreen(<Standing market={market} />, {
    quotes: [update({ isClosingOnly: true, isOpen: false })],
  });
  expect(kindOf()).toBe("closed");
});
