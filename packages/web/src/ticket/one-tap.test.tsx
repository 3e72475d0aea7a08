// Dealing from the bar: off by default a tap opens the ticket; in one tap an order goes out once,
// limited from the price seen, and is told with the way out. Nothing goes out on a price that
// nobody may deal on. Switching it on asks first (T01, T51).

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import type { Market, QuoteUpdate } from "@truetick/contract";
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
  isStale: false,
  quote: QUOTE,
};
const FILLED = {
  Id: "77",
  Status: 1,
  OrderType: 2,
  ForexId: "1",
  Quantity: "0.10",
  multiple: 30,
  OriginPrice: "1.15826",
  Price: "1.15820",
  CautionMoney: "386.086667",
  TradeFee: "0.347478",
  TargetLossPrice: "0",
  TargetProfitPrice: "0",
  TrailingDistance: 0,
  ExpireTime: 0,
  CreateTime: 1_794_745_318,
  OpenSeq: 8,
};
const CLOSED = {
  Id: "77",
  OrderId: "77",
  Quantity: "0.10",
  QuantityLeft: "0.00",
  Price: "1.15820",
  UpdatePrice: "1.15833",
  FactProfits: "-1.300000",
  CautionMoney: "386.086667",
  TradeFee: "0.347478",
  CloseTime: 1_794_745_320,
  CloseSeq: 9,
};
const WIRES: Wires = { "/v1/api/forex/submit": FILLED, "/v1/api/forex/close": CLOSED };
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
    expect(shown.written[0]?.fields).toEqual({
      type: "2",
      cont: "0.10",
      forex_id: "1",
      status: "1",
      multiple: "30",
      seen_price: "1.15826",
      max_deviation: "14",
    });
    expect(shown.toasts()).toEqual(["Sold 0.10 EUR/USD at 1.15820"]);
  });

  test("keeps the reader's own limit of slippage", async () => {
    const { written } = await showBar({ kept: { ...ONE_TAP, deviation: "0" } });
    await press(tile(/^Sell/));
    expect(written[0]?.fields.max_deviation).toBe("0");
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
    const refused = { "/v1/api/forex/submit": { refused: "DEVIATION_EXCEEDED" } };
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

  test("where no leverage is configured: the ticket opens and says it when it is tried", async () => {
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
