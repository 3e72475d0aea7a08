// The form of a ticket rests while prices change nothing that it shows.

import { act, cleanup, renderHook } from "@testing-library/react";
import type { QuoteUpdate } from "@truetick/contract";
import { PAR } from "@truetick/money";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type App, AppProvider } from "../app/app.ts";
import { createQuoteBoard } from "../live/quote-board.ts";
import { sampleMarket } from "../testing/sample-market.ts";
import { type Draft, newDraft } from "./draft.ts";
import { readDraft } from "./read-draft.ts";
import { type Ticket, usePricedTicket } from "./use-ticket.ts";

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const MARKET = sampleMarket();
const DRAFT = newDraft(MARKET, {
  side: "buy",
  lots: "0.10",
  leverage: 30,
  deviation: null,
  notation: { decimalMark: "." },
});

function update(seq: number, bid: string, ask: string): QuoteUpdate {
  const day = { dayOpen: bid, dayHigh: bid, dayLow: bid, dayChange: "0.00" };
  const quote = { bid, ask, close: bid, time: 1_794_745_317 + seq, seq, ...day };
  const state = { isOpen: true, opensAt: null, isClosingOnly: false, isStale: false };
  return { marketId: MARKET.id, code: MARKET.code, ...state, quote };
}

function show(draft: Draft) {
  const board = createQuoteBoard((paint) => paint());
  board.apply([update(1, "1.15826", "1.15833")], { isSnapshot: true });
  const read = () =>
    readDraft(draft, {
      market: MARKET,
      quote: board.get(MARKET.id)?.quote ?? null,
      conversion: PAR,
      notation: { decimalMark: "." },
      nowMs: 0,
    });
  // What it uses of a ticket.
  const ticket = { market: MARKET, read } as unknown as Ticket;
  let renders = 0;
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <AppProvider value={{ live: { board } } as unknown as App}>{children}</AppProvider>
  );
  const { result } = renderHook(
    () => {
      renders += 1;
      return usePricedTicket(ticket);
    },
    { wrapper },
  );
  const move = (seq: number, bid: string, ask: string) =>
    act(() => {
      vi.advanceTimersByTime(300);
      board.apply([update(seq, bid, ask)], { isSnapshot: false });
    });
  return { result, move, renders: () => renders };
}

test("an order at market without stops rests, whatever the price", () => {
  const { result, move, renders } = show(DRAFT);
  expect(result.current.reading.lots).toBe("0.10");
  const before = renders();
  for (let seq = 2; seq < 8; seq += 1) move(seq, `1.1590${seq}`, `1.1591${seq}`);
  expect(renders()).toBe(before);
});

test("a stop at a price is told anew as its distance changes", () => {
  const stopLoss = { isOn: true, by: "price", text: "1.15000" } as const;
  const { result, move } = show({ ...DRAFT, stopLoss });
  expect(result.current.reading.stops.stopLoss?.pips).toBe("83.3");
  move(2, "1.15926", "1.15933");
  expect(result.current.reading.stops.stopLoss?.pips).toBe("93.3");
});
