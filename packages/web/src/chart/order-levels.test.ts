// Which lines an order draws, what they become when dragged, and what is sent for them.
// @vitest-environment node

import { requestAmendOrder, requestSetStops } from "@truetick/contract";
import { expect, test } from "vitest";
import { sampleOrder } from "../testing/sample-order.ts";
import { levelsOf, type OrderLevel, requestMove, roleAt, withMoved } from "./order-levels.ts";

const rolesIn = (levels: readonly OrderLevel[]) => levels.map(({ role, price }) => [role, price]);

test("a holding order draws its entry, its stops and its trailing level", () => {
  const order = sampleOrder({
    stopLoss: "1.15280",
    takeProfit: "1.16120",
    trailingDistance: 100,
    trailingLevel: "1.15400",
  });
  expect(rolesIn(levelsOf([order], "1"))).toEqual([
    ["entry", "1.15570"],
    ["stopLoss", "1.15280"],
    ["takeProfit", "1.16120"],
    ["trailing", "1.15400"],
  ]);
});

test("a pending order draws its target; other markets and ended orders draw nothing", () => {
  const pending = sampleOrder({ status: "pending", askedPrice: "1.10000", openPrice: null });
  const elsewhere = sampleOrder({ id: "2", market: { ...pending.market, id: "9" } });
  const closed = sampleOrder({ id: "3", status: "closed" });
  expect(rolesIn(levelsOf([pending, elsewhere, closed], "1"))).toEqual([["target", "1.10000"]]);
});

test("only the newest orders are drawn, the newest first", () => {
  const many = Array.from({ length: 50 }, (_, index) => sampleOrder({ id: String(index + 1) }));
  const drawn = levelsOf(many, "1");
  expect(drawn).toHaveLength(20);
  expect(drawn[0]?.order.id).toBe("50");
});

test.each([
  ["buy", "1.15825", "stopLoss"],
  ["buy", "1.15827", "takeProfit"],
  ["sell", "1.15825", "takeProfit"],
  ["sell", "1.15827", "stopLoss"],
] as const)("out of the entry of a %s, %s becomes a %s", (side, price, role) => {
  // It would close at 1.15826 now: nearer than that no stop can stand on its side.
  const level: OrderLevel = { order: sampleOrder({ side }), role: "entry", price: "1.15570" };
  expect(roleAt(level, price)).toBe(role);
});

test("at the closing price an entry becomes nothing, and a trailing level never moves", () => {
  const order = sampleOrder();
  expect(roleAt({ order, role: "entry", price: "1.15570" }, "1.15826")).toBeNull();
  expect(roleAt({ order, role: "trailing", price: "1.15570" }, "1.15000")).toBeNull();
  expect(roleAt({ order, role: "takeProfit", price: "1.2" }, "1.1")).toBe("takeProfit");
});

test("a moved level replaces the one that stands, or is drawn in addition", () => {
  const order = sampleOrder({ stopLoss: "1.15280" });
  const levels = levelsOf([order], "1");
  const moved = withMoved(levels, { order, role: "stopLoss", price: "1.15000" });
  expect(rolesIn(moved)).toEqual([
    ["entry", "1.15570"],
    ["stopLoss", "1.15000"],
  ]);
  const added = withMoved(levels, { order, role: "takeProfit", price: "1.17000" });
  expect(rolesIn(added).at(-1)).toEqual(["takeProfit", "1.17000"]);
  expect(withMoved(levels, null)).toBe(levels);
});

test("moving a stop sends both stops, so that the other one stays", () => {
  const order = sampleOrder({ stopLoss: "1.15280", takeProfit: "1.16120" });
  const { path, fields } = requestMove(order, { role: "stopLoss", price: "1.15000" });
  const wanted = requestSetStops({ id: "1", stopLoss: "1.15000", takeProfit: "1.16120" });
  expect({ path, fields }).toEqual({ path: wanted.path, fields: wanted.fields });
});

test("moving a target keeps stops and expiry", () => {
  const terms = { stopLoss: "1.09000", takeProfit: null, expiresAt: 1_800_000_000 };
  const order = sampleOrder({ status: "pending", askedPrice: "1.10000", ...terms });
  const { path, fields } = requestMove(order, { role: "target", price: "1.10500" });
  const wanted = requestAmendOrder({ orderId: "1", target: "1.10500", ...terms });
  expect({ path, fields }).toEqual({ path: wanted.path, fields: wanted.fields });
});
