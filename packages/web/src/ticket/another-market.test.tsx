// Going to another market while an order is under way: what became of it is told of its own market,
// and what stands in the ticket of the new one is left alone (T01).

import { act, cleanup } from "@testing-library/react";
import { placedOrderToWire, requestPlaceOrder } from "@truetick/contract";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sampleMarket } from "../testing/sample-market.ts";
import { showScreen, type Wires } from "../testing/show-screen.tsx";
import { type TicketPlace, useTicketPlace } from "./use-ticket-place.ts";

/** As on a phone: none of the widths that the app asks about is reached. */
const NARROW = {
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
} as unknown as MediaQueryList;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(window, "matchMedia").mockReturnValue(NARROW);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  cleanup();
});

const EURUSD = sampleMarket();
const USDJPY = sampleMarket({
  id: "2",
  code: "USDJPY",
  displayCode: "USD/JPY",
  pricePrecision: 3,
  quoteCurrency: "JPY",
});
const QUOTE = {
  marketId: EURUSD.id,
  code: EURUSD.code,
  isOpen: true,
  opensAt: null,
  isClosingOnly: false,
  isStale: false,
  quote: {
    bid: "1.15826",
    ask: "1.15833",
    dayOpen: "1.15000",
    dayHigh: "1.16000",
    dayLow: "1.14000",
    dayChange: "0.71",
    time: 1_794_745_317,
    seq: 7,
  },
};
const PLACED = {
  id: "77",
  side: "buy",
  marketId: EURUSD.id,
  lots: "0.10",
  leverage: 30,
  stopLoss: null,
  takeProfit: null,
  trailingDistance: null,
  expiresAt: null,
} as const;
const FILLED = placedOrderToWire({
  ...PLACED,
  status: "holding",
  askedPrice: "1.15833",
  openPrice: "1.15840",
  margin: "386.086667",
  fee: "0.347478",
  placedAt: 1_794_745_318,
  seq: 8,
});
const SUBMIT = requestPlaceOrder({
  ...PLACED,
  target: null,
  seenPrice: "1.15833",
  maxDeviation: null,
}).path;
const STOP = { isOn: true, by: "price", text: "150.000" } as const;
/** Until an attempt that is not answered is given up. */
const GIVEN_UP_MS = 5_000;

/** The ticket of EUR/USD, and the way to USD/JPY. */
async function showTicket(wires: Wires = {}) {
  const now: { place: TicketPlace | null; leave: () => void } = {
    place: null,
    leave: () => undefined,
  };
  function Trade() {
    const [market, setMarket] = useState(EURUSD);
    now.place = useTicketPlace(market);
    now.leave = () => setMarket(USDJPY);
    return null;
  }
  const shown = await showScreen(<Trade />, {
    quotes: [QUOTE],
    kept: { defaultLots: "0.10" },
    wires,
  });
  const ticket = () => {
    if (!now.place) throw new Error("it is shown");
    return now.place.ticket;
  };
  const run = (does: () => unknown) => act(async () => void does());
  const send = async () => {
    await run(() => ticket().send());
    await act(async () => void (await vi.advanceTimersByTimeAsync(GIVEN_UP_MS)));
  };
  return { ...shown, ticket, run, send, leave: () => run(now.leave) };
}

test("an order that is found to be filled is told of its own market", async () => {
  const { wires, toasts, ticket, run, send, leave } = await showTicket();
  await send();
  expect(ticket().phase).toBe("unknown");
  await leave();
  wires[SUBMIT] = FILLED;
  await run(() => ticket().askAgain());
  expect(toasts()).toEqual(["Bought 0.10 EUR/USD at 1.15840"]);
});

test("the levels of the new market's ticket are not taken off by it", async () => {
  const { wires, ticket, run, send, leave } = await showTicket();
  await send();
  await leave();
  await run(() => ticket().change({ stopLoss: STOP }));
  wires[SUBMIT] = FILLED;
  await run(() => ticket().askAgain());
  expect(ticket().draft.stopLoss).toEqual(STOP);
});

test("on its own market the next order begins without levels", async () => {
  const { ticket, run, send } = await showTicket({ [SUBMIT]: FILLED });
  await run(() => ticket().change({ stopLoss: { ...STOP, text: "1.15000" } }));
  await send();
  expect(ticket().draft.stopLoss.isOn).toBe(false);
  expect(ticket().isChecked).toBe(false);
});

test("what was refused or missing is not said beside another market", async () => {
  const { ticket, send, leave } = await showTicket({ [SUBMIT]: { refused: "MARKET_CLOSED" } });
  await send();
  expect(ticket().refusal).not.toBeNull();
  expect(ticket().isChecked).toBe(true);
  await leave();
  expect(ticket().refusal).toBeNull();
  expect(ticket().isChecked).toBe(false);
});

test("a refusal of a market that was left is told, and stands beside nothing", async () => {
  const { wires, toasts, ticket, run, send, leave } = await showTicket();
  await send();
  await leave();
  wires[SUBMIT] = { refused: "MARKET_CLOSED" };
  await run(() => ticket().askAgain());
  expect(toasts()).toEqual(["Order not placed"]);
  expect(ticket().refusal).toBeNull();
});
