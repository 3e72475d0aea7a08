// What the events of an order change: its row, its account's margin, and the indexes that watch it.
import { assert } from "@truetick/money";
import type {
  OrderAmended,
  OrderCancelled,
  OrderClosed,
  OrderLeftOpen,
  OrderOpened,
  OrderPlaced,
  OrderReduced,
  StopsSet,
  TrailingSet,
} from "../event.ts";
import { f64, i32, i64, NONE } from "../state/columns.ts";
import type { State } from "../state/state.ts";
import { addExposure, reduceExposure, removeExposure } from "../watch/exposure.ts";
import { STOP_LOSS, TAKE_PROFIT, TARGET } from "../watch/triggers.ts";
import { bookMovements } from "./book.ts";
import { linkOrder, unlinkOrder } from "./order-list.ts";

export function applyOrderPlaced(state: State, event: OrderPlaced): void {
  const { accounts, orders } = state;
  const account = accounts.slotOf(event.accountId);
  const market = marketOf(state, event.marketId);
  const slot = orders.add({
    orderId: event.orderId,
    isSell: event.side === "sell",
    isPending: true,
  });
  state.nextOrderId = Math.max(state.nextOrderId, event.orderId + state.idStep);
  orders.setPendingKind(slot, event.pendingKind === "stop");
  orders.account[slot] = account;
  orders.market[slot] = market.slot;
  orders.lots[slot] = event.lots;
  orders.leverage[slot] = event.leverage;
  orders.askedPrice[slot] = event.target;
  orders.openPrice[slot] = 0;
  orders.stopLoss[slot] = event.stopLoss ?? 0;
  orders.takeProfit[slot] = event.takeProfit ?? 0;
  orders.trailingDistance[slot] = event.trailingDistance ?? 0;
  orders.trailingLevel[slot] = 0;
  orders.margin[slot] = event.margin;
  orders.fee[slot] = event.fee;
  orders.expiresAtMs[slot] = event.expiresAtMs ?? 0;
  orders.placedAtMs[slot] = event.atMs;
  orders.openedAtMs[slot] = 0;
  orders.openSeq[slot] = 0;
  orders.termsVersion[slot] = event.termsVersion;
  linkOrder(state, slot);
  accounts.addPending(account, 1);
  accounts.setReserved(account, accounts.reserved(account) + event.margin + event.fee);
  watchPending(state, slot);
}

export function applyOrderOpened(state: State, event: OrderOpened): void {
  const { accounts, orders } = state;
  const market = marketOf(state, event.marketId);
  const slot = event.wasPending
    ? leavePending(state, event.orderId)
    : addOpened(state, event, market.slot);
  const account = i32(orders.account, slot);
  orders.openPrice[slot] = event.openPrice;
  orders.trailingLevel[slot] = event.trailingLevel ?? 0;
  orders.margin[slot] = event.margin;
  orders.fee[slot] = event.fee;
  orders.openedAtMs[slot] = event.atMs;
  orders.openSeq[slot] = event.fill.seq;
  orders.termsVersion[slot] = event.fill.termsVersion;
  accounts.addHolding(account, 1);
  accounts.setUsed(account, accounts.used(account) + event.margin);
  bookMovements(state, event.movements);
  if (event.stopLoss ?? event.takeProfit ?? event.trailingLevel) watchHolding(state, slot);
  const { lots, openPrice } = event;
  addExposure(state, account, market, { isSell: event.side === "sell", lots, openPrice });
  state.unband(account);
}

export function applyOrderClosed(state: State, event: OrderClosed): void {
  const { accounts, orders } = state;
  const market = marketOf(state, event.marketId);
  const slot = liveSlot(state, event.orderId);
  assert(orders.isHolding(slot), "Invariant: only a position is closed (P15)");
  const account = i32(orders.account, slot);
  assert(i64(orders.margin, slot) === event.margin, "Invariant: margin is freed as it was held");
  accounts.setUsed(account, accounts.used(account) - event.margin);
  accounts.addHolding(account, -1);
  if (accounts.holdingCount(account) === 0) {
    assert(accounts.used(account) === 0n, "Invariant: a flat account uses nothing (inv09)");
    accounts.setMarginCalled(account, false);
  }
  bookMovements(state, event.movements);
  const { lots, openPrice } = event;
  removeExposure(state, account, market, { isSell: event.side === "sell", lots, openPrice });
  if (f64(orders.trailingLevel, slot) !== 0) market.trailing.leave(slot);
  unlinkOrder(state, slot);
  orders.retire(slot);
  // What a level has closed comes in numbers; what somebody has asked for comes alone.
  if (event.fill.level === null) market.triggers.removeOrder(slot);
  else market.triggers.retireOrder(slot);
}

export function applyOrderReduced(state: State, event: OrderReduced): void {
  const { accounts, orders } = state;
  const slot = liveSlot(state, event.orderId);
  const account = i32(orders.account, slot);
  state.nextOrderId = Math.max(state.nextOrderId, event.closedOrderId + state.idStep);
  assert(
    event.margin + event.marginLeft === i64(orders.margin, slot),
    "Invariant: the parts make up the margin",
  );
  orders.lots[slot] = event.lotsLeft;
  orders.margin[slot] = event.marginLeft;
  orders.fee[slot] = event.feeLeft;
  accounts.setUsed(account, accounts.used(account) - event.margin);
  bookMovements(state, event.movements);
  const { lots, openPrice } = event;
  const isSell = event.side === "sell";
  reduceExposure(state, account, marketOf(state, event.marketId), { isSell, lots, openPrice });
}

export function applyOrderCancelled(state: State, event: OrderCancelled): void {
  const { accounts, orders } = state;
  const slot = liveSlot(state, event.orderId);
  assert(orders.isPending(slot), "Invariant: only a pending order is cancelled (P15)");
  const account = i32(orders.account, slot);
  const freed = event.margin + event.fee;
  accounts.setReserved(account, accounts.reserved(account) - freed);
  accounts.addPending(account, -1);
  if (state.expiry.has(slot)) state.expiry.remove(slot);
  unlinkOrder(state, slot);
  orders.retire(slot);
  const { triggers } = marketOf(state, event.marketId);
  if (event.seq === null) triggers.removeOrder(slot);
  else triggers.retireOrder(slot);
}

export function applyOrderAmended(state: State, event: OrderAmended): void {
  const { accounts, orders } = state;
  const slot = liveSlot(state, event.orderId);
  assert(orders.isPending(slot), "Invariant: only a pending order is amended (P15)");
  const account = i32(orders.account, slot);
  const before = i64(orders.margin, slot) + i64(orders.fee, slot);
  const reserved = accounts.reserved(account) - before + event.margin + event.fee;
  accounts.setReserved(account, reserved);
  marketOf(state, event.marketId).triggers.takeOffTarget(slot);
  orders.setPendingKind(slot, event.pendingKind === "stop");
  orders.askedPrice[slot] = event.target;
  orders.stopLoss[slot] = event.stopLoss ?? 0;
  orders.takeProfit[slot] = event.takeProfit ?? 0;
  orders.expiresAtMs[slot] = event.expiresAtMs ?? 0;
  orders.margin[slot] = event.margin;
  orders.fee[slot] = event.fee;
  watchPending(state, slot);
}

export function applyStopsSet(state: State, event: StopsSet): void {
  const { orders } = state;
  const slot = liveSlot(state, event.orderId);
  orders.stopLoss[slot] = event.stopLoss ?? 0;
  orders.takeProfit[slot] = event.takeProfit ?? 0;
  if (orders.isHolding(slot)) watchHolding(state, slot);
}

export function applyTrailingSet(state: State, event: TrailingSet): void {
  const { orders } = state;
  const slot = liveSlot(state, event.orderId);
  orders.trailingDistance[slot] = event.trailingDistance ?? 0;
  orders.trailingLevel[slot] = event.trailingLevel ?? 0;
  if (orders.isHolding(slot)) watchHolding(state, slot);
}

/** Told to whoever asked for all to be closed; nothing has changed. */
export function applyOrderLeftOpen(state: State, event: OrderLeftOpen): void {
  const slot = liveSlot(state, event.orderId);
  assert(state.orders.isHolding(slot), "Invariant: what is left open is a position");
}

/** Puts the target and the expiry of a pending order where ticks look. Also after decoding. */
export function watchPending(state: State, slot: number): void {
  const { orders, expiry } = state;
  const market = state.marketAt(i32(orders.market, slot));
  market.triggers.set(slot, TARGET, f64(orders.askedPrice, slot));
  const expiresAtMs = f64(orders.expiresAtMs, slot);
  if (expiresAtMs > 0) expiry.set(slot, expiresAtMs);
  else if (expiry.has(slot)) expiry.remove(slot);
}

/** Puts the stops of a position where ticks look. Also after decoding. */
export function watchHolding(state: State, slot: number): void {
  const { orders } = state;
  const market = state.marketAt(i32(orders.market, slot));
  market.triggers.set(slot, STOP_LOSS, f64(orders.stopLoss, slot));
  market.triggers.set(slot, TAKE_PROFIT, f64(orders.takeProfit, slot));
  market.trailing.set(slot);
}

/** The pending order becomes a position: its reservation is given back. */
function leavePending(state: State, orderId: number): number {
  const { accounts, orders } = state;
  const slot = liveSlot(state, orderId);
  assert(orders.isPending(slot), "Invariant: only a pending order is triggered (P15)");
  const account = i32(orders.account, slot);
  const freed = i64(orders.margin, slot) + i64(orders.fee, slot);
  accounts.setReserved(account, accounts.reserved(account) - freed);
  accounts.addPending(account, -1);
  if (state.expiry.has(slot)) state.expiry.remove(slot);
  orders.expiresAtMs[slot] = 0;
  state.marketAt(i32(orders.market, slot)).triggers.retireTarget(slot);
  orders.setHolding(slot);
  return slot;
}

function addOpened(state: State, event: OrderOpened, market: number): number {
  const { orders } = state;
  const slot = orders.add({
    orderId: event.orderId,
    isSell: event.side === "sell",
    isPending: false,
  });
  state.nextOrderId = Math.max(state.nextOrderId, event.orderId + state.idStep);
  orders.account[slot] = state.accounts.slotOf(event.accountId);
  orders.market[slot] = market;
  orders.lots[slot] = event.lots;
  orders.leverage[slot] = event.leverage;
  orders.askedPrice[slot] = event.askedPrice;
  orders.stopLoss[slot] = event.stopLoss ?? 0;
  orders.takeProfit[slot] = event.takeProfit ?? 0;
  orders.trailingDistance[slot] = event.trailingDistance ?? 0;
  orders.expiresAtMs[slot] = 0;
  orders.placedAtMs[slot] = event.atMs;
  linkOrder(state, slot);
  return slot;
}

function marketOf(state: State, marketId: number) {
  const market = state.marketOf(marketId);
  assert(market !== null, "Invariant: events name markets that exist");
  return market;
}

function liveSlot(state: State, orderId: number): number {
  const slot = state.orders.slotOf(orderId);
  assert(slot !== NONE, "Invariant: events name orders that live (P15)");
  return slot;
}
