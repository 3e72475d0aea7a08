// The lines of orders over a chart: what they make follows the prices without a render, a trailing
// stop takes its line along, and a line is dragged against the price of this moment.

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import type { Order } from "@truetick/contract";
import { Profiler } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { movingAccount } from "../testing/moving-account.ts";
import { sampleAccount } from "../testing/sample-account.ts";
import { sampleMarket } from "../testing/sample-market.ts";
import { sampleOrder } from "../testing/sample-order.ts";
import { showScreen } from "../testing/show-screen.tsx";
import type { ChartHost } from "./chart-host.ts";
import { LevelLayer } from "./level-layer.tsx";

const MARKET = sampleMarket();
/** A pixel is 10 points. */
const SCALE = { from: 1.1, to: 1.2, heightPx: 1_000 };
const yOf = (price: number) => Math.round((SCALE.to - price) * 10_000);

beforeEach(() => {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) =>
      Object.assign(new EventTarget(), {
        matches: true,
        media: query,
      }) as unknown as MediaQueryList,
  );
  HTMLElement.prototype.setPointerCapture = () => undefined;
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function showLines(changes: Partial<Order>) {
  const order = sampleOrder({ market: { ...MARKET, displayCode: "EUR/USD" }, ...changes });
  const bookOf = (now: Order) => ({ account: sampleAccount(), orders: new Map([[now.id, now]]) });
  const account = movingAccount(bookOf(order));
  const host = {
    axis: () => ({ scale: SCALE, axisPx: 60, lastPrice: 1.15 }),
    onDrawn: () => () => undefined,
    keepInView: vi.fn(),
  };
  let renders = 0;
  await showScreen(
    <Profiler id="lines" onRender={() => (renders += 1)}>
      <LevelLayer host={host as unknown as ChartHost} market={MARKET} isLocked={false} />
    </Profiler>,
    { account },
  );
  return {
    host,
    renders: () => renders,
    move: (moved: Partial<Order>) => act(async () => account.set(bookOf({ ...order, ...moved }))),
  };
}

const entry = () => document.querySelector<HTMLElement>("[data-role=entry]");

test("what a position makes is painted, without a render", async () => {
  const { renders, move, host } = await showLines({ profit: "128.000000" });
  expect(entry()?.textContent).toContain("+128.00");
  const before = renders();
  const looks = host.keepInView.mock.calls.length;
  await move({ profit: "-12.500000", closingPrice: "1.15545" });
  expect(entry()?.textContent).toContain("−12.50");
  expect(entry()?.querySelector("[data-direction]")?.getAttribute("data-direction")).toBe("down");
  expect(renders()).toBe(before);
  expect(host.keepInView.mock.calls.length).toBe(looks);
});

test("a trailing stop takes its line along, and the chart keeps it in view", async () => {
  const { move, host } = await showLines({ trailingDistance: 500, trailingLevel: "1.15000" });
  const line = () => document.querySelector<HTMLElement>("[data-role=trailing]");
  expect(line()?.dataset.price).toBe("1.15000");
  await move({ trailingLevel: "1.15200", closingPrice: "1.15900" });
  expect(line()?.dataset.price).toBe("1.15200");
  expect(line()?.textContent).toContain("1.15200");
  expect(host.keepInView).toHaveBeenLastCalledWith([1.1557, 1.152]);
});

test.each([
  ["the price is above it: a stop loss", "1.15826", "Set stop loss 1.15000"],
  ["the price has fallen below it: a take profit", "1.14000", "Set take profit 1.15000"],
])("a line pulled out of an entry when %s", async (_when, closingPrice, words) => {
  const { move } = await showLines({ closingPrice: "1.15826" });
  await move({ closingPrice });
  const tag = entry()?.querySelector("[data-grip]");
  if (!tag) throw new Error("Invariant: with a mouse a line can be grabbed");
  fireEvent.pointerDown(tag, { button: 0, pointerType: "mouse", clientY: yOf(1.1557) });
  fireEvent.pointerMove(tag, { clientY: yOf(1.15) });
  fireEvent.pointerUp(tag, { clientY: yOf(1.15) });
  expect(screen.getByRole("dialog").getAttribute("aria-label")).toContain(words);
});
