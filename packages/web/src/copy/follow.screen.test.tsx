// The page of a follow: its worth to the last millionth, everything that can be done with it, and
// what it copied and skipped with the reason.

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import {
  copiedPageToWire,
  type Follow,
  followToWire,
  requestCloseCopiedOrder,
  requestCopiedOrders,
  requestFollows,
  requestPauseFollow,
  requestSkippedCopies,
  requestStopFollow,
  requestTakeFromFollow,
  skippedCopyToWire,
} from "@truetick/contract/copying";
import { afterEach, expect, test } from "vitest";
import { sampleFollow } from "../testing/sample-follow.ts";
import { sampleOrder } from "../testing/sample-order.ts";
import { showScreen } from "../testing/show-screen.tsx";
import { FollowScreen } from "./follow.screen.tsx";

afterEach(cleanup);

const MINE = requestFollows().path;
const ORDERS = requestCopiedOrders({ followId: "3", tab: "holding", page: 1 }).path;
const SKIPPED = requestSkippedCopies("3", 1).path;
const PAUSE = requestPauseFollow("3", true).path;
const TAKE = requestTakeFromFollow("3", "1").path;
const STOP = requestStopFollow("3", true).path;
const CLOSE = requestCloseCopiedOrder("3", "1").path;
const AT = "/copy/follow?id=3";

const wiresOf = (changed: Partial<Follow> = {}) => {
  const wire = followToWire(sampleFollow(changed));
  return {
    [MINE]: { data: [wire] },
    [ORDERS]: copiedPageToWire({
      orders: [{ ...sampleOrder({}), leaderOrder: "77" }],
      total: 1,
      profitTotal: "0.000000",
    }),
    [PAUSE]: wire,
    [TAKE]: wire,
    [STOP]: wire,
    [CLOSE]: { id: "1", profit: "-1.250000" },
  };
};

const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole("button", { name })));

test("its worth stands there to the last millionth, with the terms it copies by", async () => {
  await showScreen(<FollowScreen />, { path: AT, wires: wiresOf() });
  expect(screen.getByText((_, node) => node?.textContent === "512.345678")).toBeTruthy();
  expect(screen.getByText("1×")).toBeTruthy();
  expect(screen.getByText("30%")).toBeTruthy();
  expect(screen.getByText("Ends at 350.00 USD")).toBeTruthy();
});

test("pauses, takes money out to the last millionth, and stops either way", async () => {
  const shown = await showScreen(<FollowScreen />, { path: AT, wires: wiresOf() });
  await press("Pause");
  await press("Take out");
  await press("All: 480.12 USD");
  const [, submit] = screen.getAllByRole("button", { name: "Take out" });
  await act(async () => fireEvent.click(submit as HTMLElement));
  await press("Stop copying");
  fireEvent.click(screen.getByRole("radio", { name: /Keep them/ }));
  const [, stop] = screen.getAllByRole("button", { name: "Stop copying" });
  await act(async () => fireEvent.click(stop as HTMLElement));
  expect(shown.written.map(({ path, fields }) => [path, fields])).toEqual([
    [PAUSE, { id: "3", is_paused: "1" }],
    [TAKE, { id: "3", amount: "480.123456" }],
    [STOP, { id: "3", is_keeping: "1" }],
  ]);
});

test("an open copy is closed by hand, by its follow and its number", async () => {
  const shown = await showScreen(<FollowScreen />, { path: AT, wires: wiresOf() });
  fireEvent.click(document.querySelector("[data-order]") as HTMLElement);
  expect(screen.getByText("77")).toBeTruthy();
  await press("Close position");
  expect(shown.written.map(({ path }) => path)).toEqual([CLOSE]);
  expect(shown.toasts()).toContain("Result −1.25 USD");
});

test("what was skipped has its reason and its numbers", async () => {
  const skipped = skippedCopyToWire({
    id: "5",
    at: 1_790_000_100,
    kind: "open",
    market: "EUR/USD",
    side: "sell",
    leaderOrder: "78",
    leaderLots: "0.05",
    wantedLots: "0.0034",
    lotsMin: "0.01",
    reason: "The copy would be 0.0034 lots; the smallest size here is 0.01.",
  });
  const wires = { ...wiresOf(), [SKIPPED]: { data: [skipped], total: 1 } };
  await showScreen(<FollowScreen />, { path: `${AT}&view=skipped`, wires });
  expect(screen.getByText(/the smallest size here is 0.01/)).toBeTruthy();
  expect(screen.getByText("0.0034")).toBeTruthy();
});

test("what is over offers nothing but its story; a copy of nobody's is unknown", async () => {
  const over = { status: "stopped", stopReason: "stop-loss", stopEquity: null } as const;
  await showScreen(<FollowScreen />, { path: AT, wires: wiresOf(over) });
  expect(screen.getByText("The copy stop loss ended it")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Stop copying" })).toBeNull();
  cleanup();
  await showScreen(<FollowScreen />, { path: "/copy/follow?id=99", wires: wiresOf() });
  expect(screen.getByText("No such copy")).toBeTruthy();
});

test("a kept copy can be emptied and ended, and copies nothing more", async () => {
  await showScreen(<FollowScreen />, { path: AT, wires: wiresOf({ status: "kept" }) });
  expect(screen.getByText(/Nothing more is copied/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
  expect(screen.getByRole("button", { name: "Take out" })).toBeTruthy();
});
