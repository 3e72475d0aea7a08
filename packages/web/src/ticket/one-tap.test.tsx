// Dealing from the bar: off by default a tap opens the ticket; in one tap an order goes out once,
// limited from the price seen, and is told with the way out. Nothing goes out on a price that
// nobody may deal on. Switching it on asks first (T01, T51).

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import {
  type Market,
  type NewOrder,
  placedOrderToWire,
  type QuoteUpdate,
  requestPlaceOrder,
} from "@truetick/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sampleMarket } from "../testing/sample-market.ts";
import { showScreen, type Wires } from "../testing/show-screen.tsx";
import { OneTapSwitch } from "./one-tap-switch.tsx";
import { TicketBar } from "./ticket-bar.tsx";
import { useTicketPlace } from "./use-ticket-place.ts";

/** As on a phone: none of the widths that the app asks about is reached. */
const NARROW = {
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
} as unknown as MediaQueryList;

beforeEach(() => void vi.spyOn(window, "matchMedia").mockReturnValue(NARROW));
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

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
const OPEN: QuoteUpdate = {
  marketId: "1",
  code: "EURUSD",
  isOpen: true,
  opensAt: null,
  isClosingOnly: false,
  isStale: false,
  quote: QUOTE,
};
const ORDER: NewOrder = {
  marketId: "1",
  side: "sell",
  lots: "0.10",
  leverage: 30,
  target: null,
  stopLoss: null,
  takeProfit: null,
  trailingDistance: null,
  seenPrice: "1.15826",
  // Twice the spread of seven points.
  maxDeviation: 14,
  expiresAt: null,
};
const SUBMIT = requestPlaceOrder(ORDER).path;
const FILLED = placedOrderToWire({
  id: "77",
  status: "holding",
  side: "sell",
  marketId: "1",
  lots: "0.10",
  leverage: 30,
  askedPrice: "1.15826",
  openPrice: "1.15820",
  margin: "386.086667",
  fee: "0.347478",
  stopLoss: null,
  takeProfit: null,
  trailingDistance: null,
  expiresAt: null,
  placedAt: 1_794_745_318,
  seq: 8,
});
const WIRES: Wires = { [SUBMIT]: FILLED };
const ONE_TAP = { oneTap: "yes", defaultLots: "0.10" };

function Bar({ market }: { readonly market: Market }) {
  const place = useTicketPlace(market);
  return <TicketBar place={place} />;
}

async function showBar({
  quote = OPEN,
  kept = ONE_TAP,
  wires = WIRES,
  market = sampleMarket(),
}: {
  quote?: QuoteUpdate;
  kept?: Record<string, string>;
  wires?: Wires;
  market?: Market;
} = {}) {
  return showScreen(<Bar market={market} />, { quotes: [quote], kept, wires });
}

const tile = (name: RegExp) => screen.getAllByRole("button", { name })[0] as HTMLButtonElement;
const press = (button: Element) => act(async () => void fireEvent.click(button));

describe("a tap on Sell", () => {
  test("opens the ticket and sends nothing, unless one tap was chosen", async () => {
    const { written } = await showBar({ kept: {} });
    await press(tile(/^Sell/));
    expect(written).toEqual([]);
    expect(document.querySelector("dialog")?.open).toBe(true);
  });

  test("sends what the tile says, limited from the price seen", async () => {
    const shown = await showBar();
    expect(tile(/^Sell/).textContent).toContain("0.10 · 1:30");
    await press(tile(/^Sell/));
    expect(shown.written).toHaveLength(1);
    expect(shown.written[0]?.fields).toEqual(requestPlaceOrder(ORDER).fields);
    expect(shown.toasts()).toEqual(["Sold 0.10 EUR/USD at 1.15820"]);
  });

  test("keeps the reader's own limit of slippage", async () => {
    const { written } = await showBar({ kept: { ...ONE_TAP, deviation: "0" } });
    await press(tile(/^Sell/));
    const { fields } = requestPlaceOrder({ ...ORDER, maxDeviation: 0 });
    expect(written[0]?.fields).toEqual(fields);
  });

  test("T01: a second tap while the first is under way sends nothing", async () => {
    const { written } = await showBar();
    await act(async () => {
      fireEvent.click(tile(/^Sell/));
      fireEvent.click(tile(/^Sell/));
      fireEvent.click(tile(/^Buy/));
    });
    expect(written).toHaveLength(1);
  });

  test("is told when it is refused, with the way to the ticket", async () => {
    const refused = { [SUBMIT]: { refused: "DEVIATION_EXCEEDED" } };
    const shown = await showBar({ wires: refused });
    await press(tile(/^Sell/));
    expect(shown.toasts()).toEqual(["Order not placed"]);
  });
});

describe("nothing goes out in one tap", () => {
  const cases: readonly (readonly [string, Partial<QuoteUpdate>, Partial<Market>, RegExp])[] = [
    ["closed", { isOpen: false, opensAt: 1_794_800_000 }, {}, /Closed\. Opens/],
    ["halted", { isOpen: false }, { haltReason: "An outage" }, /halted: An outage/],
    ["stale", { isStale: true }, {}, /too old to trade on/],
    [
      "for closing only",
      { isClosingOnly: true },
      { closingOnlyReason: "A fault" },
      /Only closing is possible now.*: A fault/,
    ],
  ];
  test.each(cases)("on a market that is %s, which says so", async (_why, quote, market, words) => {
    const { written } = await showBar({
      quote: { ...OPEN, ...quote },
      market: sampleMarket(market),
    });
    expect(tile(/^Sell/).disabled).toBe(true);
    await press(tile(/^Sell/));
    expect(written).toEqual([]);
    expect(document.body.textContent).toMatch(words);
  });

  test("where no leverage is configured: the ticket says it when it is tried", async () => {
    const { written } = await showBar({ market: sampleMarket({ leverages: [] }) });
    await press(tile(/^Buy/));
    const act = document.querySelector("button[type=submit]");
    expect(document.body.textContent).toContain("No multiples yet");
    expect(document.body.textContent).not.toContain("Leverage not configured");
    if (act) await press(act);
    expect(document.body.textContent).toContain(
      "Leverage not configured, cannot place orders for now",
    );
    expect(written).toEqual([]);
  });
});

test("switching one tap on says what it means and asks; off, it does not ask", async () => {
  await showScreen(<OneTapSwitch />);
  const knob = () => screen.getByRole("switch") as HTMLInputElement;
  await press(knob());
  expect(knob().checked).toBe(false);
  expect(screen.getByText("Trade with one tap?")).toBeTruthy();
  await press(screen.getByRole("button", { name: "Switch on" }));
  expect(knob().checked).toBe(true);
  await press(knob());
  expect(knob().checked).toBe(false);
});
