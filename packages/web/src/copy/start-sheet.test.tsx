// Starting a copy: cost and risk are said before, the amounts are those that are sent, and what the
// server refuses stands beside its field.

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { followToWire, requestStartFollow } from "@truetick/contract/copying";
import { afterEach, expect, test } from "vitest";
import { sampleFollow } from "../testing/sample-follow.ts";
import { sampleTrader } from "../testing/sample-trader.ts";
import { showScreen } from "../testing/show-screen.tsx";
import { StartSheet } from "./start-sheet.tsx";

afterEach(cleanup);

const TERMS = { factor: "1", stopPercent: null, lotsMax: null };
const START = requestStartFollow({ leader: "x", amount: "1", ...TERMS }).path;
const nothing = () => undefined;

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const send = () =>
  act(async () => fireEvent.submit(document.querySelector("form") as HTMLFormElement));

test("says what can be lost and what it costs, on the amount that is typed", async () => {
  await showScreen(<StartSheet trader={sampleTrader()} onClose={nothing} />, { path: "/rank" });
  type("Amount", "500");
  expect(screen.getByText("−60.05")).toBeTruthy();
  expect(screen.getByText(/falls to 350.00 USD/)).toBeTruthy();
  expect(screen.getByText(/The leader is not paid/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy with 500.00 USD" })).toBeTruthy();
  type("Copy stop loss", "");
  expect(screen.getByText(/Without a stop all of the amount can be lost/)).toBeTruthy();
});

test("sends the terms as typed, once, and leads to the copy", async () => {
  const wires = { [START]: followToWire(sampleFollow({ id: "9" })) };
  const trader = sampleTrader();
  const shown = await showScreen(<StartSheet trader={trader} onClose={nothing} />, { wires });
  type("Amount", "1,250.50");
  type("Size factor", "0.5");
  type("Largest order, lots", "0.25");
  await send();
  expect(shown.written.map(({ fields }) => fields)).toEqual([
    { user: "slow_carry", amount: "1250.50", factor: "0.5", stop_percent: "30", max_lots: "0.25" },
  ]);
  expect(window.location.pathname + window.location.search).toBe("/copy/follow?id=9");
});

test("too little, or a term beyond its bounds, is not sent", async () => {
  const shown = await showScreen(<StartSheet trader={sampleTrader()} onClose={nothing} />, {});
  type("Amount", "99.99");
  type("Size factor", "11");
  await send();
  expect(screen.getByText("At least 100 USD")).toBeTruthy();
  expect(screen.getByText("From 0.1 to 10")).toBeTruthy();
  expect(shown.written).toEqual([]);
});

test("a refused amount is told beside it; young and wild are warned of", async () => {
  const wires = { [START]: { refused: "FUNDS_EXCEED_AVAILABLE" } };
  const trader = sampleTrader({ totalReturn: null, risk: 9 });
  await showScreen(<StartSheet trader={trader} onClose={nothing} />, { wires });
  expect(screen.getByText(/Too early to judge/)).toBeTruthy();
  expect(screen.getByText(/Very high risk/)).toBeTruthy();
  type("Amount", "500");
  await send();
  expect(screen.getByText("says FUNDS_EXCEED_AVAILABLE")).toBeTruthy();
});
