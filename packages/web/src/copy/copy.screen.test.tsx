// Copy trading as its owner sees it: how it works before the first, results beside the leader's
// after, and news of the server's at once.

import { cleanup, screen } from "@testing-library/react";
import { followToWire, requestFollows } from "@truetick/contract/copying";
import { afterEach, expect, test } from "vitest";
import { sampleFollow } from "../testing/sample-follow.ts";
import { showScreen } from "../testing/show-screen.tsx";
import { CopyScreen } from "./copy.screen.tsx";

afterEach(cleanup);

const MINE = requestFollows().path;
const followsOf = (...follows: ReturnType<typeof sampleFollow>[]) => ({
  [MINE]: { data: follows.map(followToWire) },
});

test("before the first copy it says how it works and leads to the traders", async () => {
  await showScreen(<CopyScreen />, { path: "/copy", wires: followsOf() });
  expect(screen.getByText("How copying works")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Choose a trader" }).getAttribute("href")).toBe("/rank");
  expect(screen.getByText(/You can lose the amount/)).toBeTruthy();
});

test("each copy shows its result beside the leader's, and where it ends", async () => {
  const wires = followsOf(sampleFollow(), sampleFollow({ id: "4", leader: "north", skipped: 0 }));
  await showScreen(<CopyScreen />, { path: "/copy", wires });
  expect(screen.getByRole("link", { name: "slow_carry" }).getAttribute("href")).toBe(
    "/copy/follow?id=3",
  );
  expect(screen.getAllByText("+2.46%")).toHaveLength(2);
  expect(screen.getAllByText("+2.50%")).toHaveLength(2);
  expect(screen.getAllByText("Ends at 350.00 USD")).toHaveLength(2);
  // Twice 512.345678 and twice 12.345678, cut.
  expect(screen.getByText("1,024.69")).toBeTruthy();
  expect(screen.getByText("+24.69")).toBeTruthy();
});

test("what has ended stands apart, with its reason", async () => {
  const over = sampleFollow({ status: "stopped", stopReason: "stop-loss", equity: "0.000000" });
  await showScreen(<CopyScreen />, { path: "/copy", wires: followsOf(over) });
  expect(screen.getByText("The copy stop loss ended it")).toBeTruthy();
  expect(screen.getByText("How copying works")).toBeTruthy();
});

test("a change on the server is seen when the socket says so", async () => {
  const shown = await showScreen(<CopyScreen />, { path: "/copy", wires: followsOf() });
  Object.assign(shown.wires, followsOf(sampleFollow()));
  await shown.say({ type: "COPY", data: { id: "3" } });
  expect(screen.getByRole("link", { name: "slow_carry" })).toBeTruthy();
});
