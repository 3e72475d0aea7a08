// What counts as an amount before anybody is asked for a quote of it, and that a form is never left
// without a quote, nor with one that has run out, when the line breaks.

import { act, cleanup, renderHook } from "@testing-library/react";
import { type PayoutQuote, payoutQuoteToWire } from "@truetick/contract/cashier";
import { createStore } from "@truetick/ui/state";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Reader } from "../api/server.ts";
import { type App, AppProvider } from "../app/app.ts";
import { isAmount, usePayoutQuote } from "./use-payout-quote.ts";

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test.each(["1", "0.000001", "100.5", "999999999.999999"])("%s is an amount", (typed) => {
  expect(isAmount(typed)).toBe(true);
});

test.each(["", "0", "0.000000", "-1", "1.0000001", "1e3", "1,000", ".5", "٣", "1234567890"])(
  "%s is none",
  (typed) => {
    expect(isAmount(typed)).toBe(false);
  },
);

const LIFE_SEC = 60;
/** Longer than typing is waited for. */
const CALM_MS = 400;
const STEP_MS = 100;

function quoteNow(id: string): PayoutQuote {
  return {
    id,
    amount: "100.00",
    fee: "2.00",
    received: "98.000000",
    rate: "1.00",
    expiresAt: Date.now() / 1_000 + LIFE_SEC,
    available: "500.00",
    refusal: null,
  };
}

function show() {
  const connection = createStore({ phase: "live" });
  const line = { isBroken: false, asked: 0 };
  const server: Reader = {
    read: async ({ read }) => {
      line.asked += 1;
      if (line.isBroken) return { isOk: false, failure: { kind: "unreachable", code: "TIMEOUT" } };
      return { isOk: true, value: read(payoutQuoteToWire(quoteNow(String(line.asked)))) };
    },
  };
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <AppProvider value={{ server, live: { socket: { connection } } } as unknown as App}>
      {children}
    </AppProvider>
  );
  const { result } = renderHook(() => usePayoutQuote("1", "100"), { wrapper });
  // In steps: what a timer changes is drawn when its step is over, and sets the next one.
  const after = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      await act(async () => void (await vi.advanceTimersByTimeAsync(STEP_MS)));
    }
  };
  return { line, connection, quoteId: () => result.current?.id ?? null, after };
}

test("a quote that does not come is asked for again after a while", async () => {
  const { line, quoteId, after } = show();
  line.isBroken = true;
  await after(CALM_MS);
  expect(quoteId()).toBeNull();
  line.isBroken = false;
  await after(4_000);
  expect(line.asked, "in peace").toBe(1);
  await after(2_000);
  expect(quoteId()).toBe("2");
});

test("a quote that does not come is asked for again as soon as the line is back", async () => {
  const { line, connection, quoteId, after } = show();
  line.isBroken = true;
  act(() => connection.set({ phase: "lost" }));
  await after(CALM_MS);
  line.isBroken = false;
  act(() => connection.set({ phase: "live" }));
  await after(CALM_MS);
  expect(quoteId()).toBe("2");
});

test("a quote gives way to its successor before it has run out", async () => {
  const { quoteId, after } = show();
  await after(CALM_MS);
  await after((LIFE_SEC - 1) * 1_000);
  expect(quoteId()).toBe("2");
});

test("a quote that has run out is shown no longer", async () => {
  const { line, quoteId, after } = show();
  await after(CALM_MS);
  line.isBroken = true;
  await after((LIFE_SEC - 1) * 1_000);
  expect(quoteId(), "it still holds").toBe("1");
  await after(2_000);
  expect(quoteId()).toBeNull();
});
