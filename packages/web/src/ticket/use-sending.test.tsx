// What an order's sending says while nobody knows what became of it, and whose order it stays: it
// is asked about again, never placed anew or for somebody else (T01).

import { cleanup } from "@testing-library/react";
import { type NewOrder, placedOrderToWire, requestPlaceOrder } from "@truetick/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type App, useApp } from "../app/app.ts";
import { aroundARequest } from "../testing/around-a-request.ts";
import { sampleMarket } from "../testing/sample-market.ts";
import { showScreen } from "../testing/show-screen.tsx";
import { useSending } from "./use-sending.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const MARKET = sampleMarket();
const PLACED = {
  side: "buy",
  marketId: MARKET.id,
  lots: "0.10",
  leverage: 30,
  stopLoss: null,
  takeProfit: null,
  trailingDistance: null,
  expiresAt: null,
} as const;
const ORDER: NewOrder = { ...PLACED, target: null, seenPrice: "1.15833", maxDeviation: null };
const FILLED = placedOrderToWire({
  ...PLACED,
  id: "77",
  status: "holding",
  askedPrice: "1.15833",
  openPrice: "1.15840",
  margin: "386.086667",
  fee: "0.347478",
  placedAt: 1_794_745_318,
  seq: 8,
});
const SUBMIT = requestPlaceOrder(ORDER).path;

async function showSending() {
  const ends: string[] = [];
  const now: { sending: ReturnType<typeof useSending> | null; app: App | null } = {
    sending: null,
    app: null,
  };
  function Sending() {
    now.app = useApp();
    now.sending = useSending({
      onDone: ({ id }) => ends.push(id),
      onRefused: (failure) => ends.push(failure.kind === "refused" ? failure.text : failure.kind),
    });
    return null;
  }
  const shown = await showScreen(<Sending />);
  const sending = () => {
    if (!now.sending) throw new Error("it is shown");
    return now.sending;
  };
  const around = aroundARequest(() => now.app);
  const { run } = around;
  return {
    ...shown,
    ...around,
    ends,
    sending,
    place: () => run(() => sending().place(ORDER, { market: MARKET, isAtOnce: false })),
  };
}

test("T01 put off after a lost answer, the order is not known yet and is asked about", async () => {
  const { wires, ends, sending, run, place, giveUp } = await showSending();
  await place();
  wires[SUBMIT] = { refused: "OVERLOADED" };
  await giveUp();
  expect(sending().phase).toBe("unknown");
  expect(ends, "it may be open").toEqual([]);
  wires[SUBMIT] = FILLED;
  await run(() => sending().askAgain());
  expect(sending().phase).toBe("editing");
  expect(ends).toEqual(["77"]);
});

test("T01 an unknown order is its sender's, and is asked for as nobody else", async () => {
  const { wires, written, ends, sending, run, place, giveUp, logIn } = await showSending();
  await place();
  await giveUp();
  expect(sending().phase).toBe("unknown");
  const asked = written.length;
  wires[SUBMIT] = FILLED;
  await logIn("another");
  await run(() => sending().askAgain());
  expect(written).toHaveLength(asked);
  expect(sending().phase).toBe("editing");
  await place();
  expect(ends, "what he sends himself goes").toEqual(["77"]);
});

test("T01 a repetition that is due after another login is not made", async () => {
  const { wires, written, ends, sending, place, giveUp, logIn } = await showSending();
  await place();
  wires[SUBMIT] = FILLED;
  await logIn("another");
  await giveUp();
  expect(written).toHaveLength(1);
  expect(ends).toEqual([]);
  expect(sending().phase).toBe("editing");
});

test("T01 who logs in again hears what became of his order", async () => {
  const { wires, written, ends, place, giveUp, logIn, logOut, sender } = await showSending();
  await place();
  await giveUp();
  const asked = written.length;
  await logOut();
  expect(written, "nobody could be told").toHaveLength(asked);
  wires[SUBMIT] = FILLED;
  await logIn(sender);
  expect(ends).toEqual(["77"]);
});
