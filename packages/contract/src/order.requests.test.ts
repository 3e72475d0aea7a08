// The requests of the apps about orders, accounts and sessions speak of declared calls, with fields
// that those calls know and accept, and mean what they say.

import { expect, test } from "vitest";
import {
  requestAccount,
  requestAccountLog,
  requestBalance,
  requestDemoLogin,
  requestLogOut,
  requestResetDemo,
  requestUser,
} from "./account.requests.ts";
import { CALLS, historyFilterFromFields, orderDraftFromFields } from "./calls.ts";
import {
  ordersCsvPath,
  requestAmendOrder,
  requestCancelOrder,
  requestCloseAll,
  requestCloseOrder,
  requestOrder,
  requestOrderPreview,
  requestOrders,
  requestPlaceOrder,
  requestSetStops,
  requestSetTrailing,
} from "./order.requests.ts";
import { ALL_HISTORY } from "./order-history.ts";

const order = {
  marketId: "1",
  side: "sell",
  lots: "0.10",
  leverage: 30,
  target: "1.08000",
  stopLoss: "1.09000",
  takeProfit: null,
  trailingDistance: 50,
  seenPrice: null,
  maxDeviation: null,
  expiresAt: 1_900_000_000,
} as const;

const amendment = { orderId: "7", target: "1.1", stopLoss: null, takeProfit: "1.2" } as const;

const filter = {
  marketId: "3",
  side: "sell",
  result: "loss",
  reason: "take-profit",
  from: 1_700_000_000,
  to: 1_800_000_000,
} as const;

test.each([
  ["placeOrder", requestPlaceOrder(order)],
  ["previewOrder", requestOrderPreview(order)],
  ["listOrders", requestOrders({ tab: "history", page: 2 })],
  ["listOrders", requestOrders({ tab: "history", page: 1, filter })],
  ["listOrders", requestOrders({ tab: "history", page: 1, before: "99" })],
  ["getOrder", requestOrder("7")],
  ["closeOrder", requestCloseOrder({ orderId: "7", lots: "0.05" })],
  ["closeOrder", requestCloseOrder({ orderId: "7", lots: null })],
  ["closeAllOrders", requestCloseAll({ marketId: null, isCancellingPending: true })],
  ["closeAllOrders", requestCloseAll({ marketId: "3", isCancellingPending: false })],
  ["cancelOrder", requestCancelOrder("7")],
  ["setStops", requestSetStops({ id: "7", stopLoss: null, takeProfit: "1.2" })],
  ["setTrailingStop", requestSetTrailing({ orderId: "7", distance: null })],
  ["amendOrder", requestAmendOrder({ ...amendment, expiresAt: null })],
  ["getBalance", requestBalance()],
  ["getAccount", requestAccount()],
  ["listAccountLog", requestAccountLog(1)],
  ["resetDemoAccount", requestResetDemo()],
  ["logInDemo", requestDemoLogin("0123456789abcdef0123456789abcdef")],
  ["getUser", requestUser()],
  ["logOut", requestLogOut()],
] as const)("%s is asked for by its declared path and fields", (name, request) => {
  const call = CALLS[name];
  const fields = "fields" in request ? request.fields : request.query;
  expect(request.path).toBe(call.path);
  expect("fields" in request).toBe(call.effect === "write");
  expect(Object.keys(call.input.shape)).toEqual(expect.arrayContaining(Object.keys(fields)));
  expect(call.input.safeParse(fields).success).toBe(true);
});

test("an order arrives as it was meant", () => {
  const { fields } = requestPlaceOrder(order);
  const draft = orderDraftFromFields(CALLS.placeOrder.input.parse(fields));
  const { marketId, ...rest } = order;
  expect(draft).toEqual({ ...rest, marketId: Number(marketId), isPending: true });
});

test("a filter arrives as it was meant, in the list and in the file", () => {
  const { query } = requestOrders({ tab: "history", page: 1, filter });
  expect(historyFilterFromFields(CALLS.listOrders.input.parse(query))).toEqual(filter);
  const address = new URL(ordersCsvPath(filter), "http://localhost");
  expect(address.pathname).toBe(CALLS.downloadOrders.path);
  const fields = CALLS.downloadOrders.input.parse(Object.fromEntries(address.searchParams));
  expect(historyFilterFromFields(fields)).toEqual(filter);
  expect(ordersCsvPath(ALL_HISTORY)).toBe(CALLS.downloadOrders.path);
  expect(requestOrders({ tab: "holding", page: 1, filter }).query).toEqual({
    status: "1",
    page: "1",
  });
});
