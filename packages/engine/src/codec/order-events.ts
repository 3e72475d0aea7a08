// Codecs of the events of orders. Each pair writes and reads the same fields in the same order. The
// four that make up most of a journal spell out their identity: a shared function would see
// objects of many shapes, and be several times slower.
import { lots, price } from "@truetick/money";
import type {
  OrderAmended,
  OrderCancelled,
  OrderClosed,
  OrderOpened,
  OrderPlaced,
  OrderReduced,
  StopsSet,
  TrailingSet,
} from "../event.ts";
import { orderId } from "../order.ts";
import { type ByteReader, type ByteWriter, placeOf } from "./bytes.ts";
import { BOOKS, CANCEL_REASONS, CLOSE_REASONS, PENDING_KINDS, SIDES } from "./names.ts";
import {
  readFill,
  readIdentity,
  readLots,
  readMovements,
  writeFill,
  writeIdentity,
  writeMovements,
} from "./parts.ts";

export function writeOrderPlaced(to: ByteWriter, event: OrderPlaced): void {
  to.four(event.atMs, event.orderId, event.accountId, placeOf(BOOKS, event.book));
  to.four(event.marketId, placeOf(SIDES, event.side), event.lots, event.leverage);
  const kind = placeOf(PENDING_KINDS, event.pendingKind);
  to.four(event.target, kind, event.stopLoss ?? 0, event.takeProfit ?? 0);
  to.two(event.trailingDistance ?? 0, event.expiresAtMs ?? 0);
  to.int64(event.margin);
  to.int64(event.fee);
  to.two(event.seq, event.termsVersion);
}

export function readOrderPlaced(from: ByteReader): OrderPlaced {
  return {
    type: "OrderPlaced",
    ...readIdentity(from),
    side: from.name(SIDES),
    lots: readLots(from),
    leverage: from.uint(),
    target: price(from.uint()),
    pendingKind: from.name(PENDING_KINDS),
    stopLoss: from.optionalPrice(),
    takeProfit: from.optionalPrice(),
    trailingDistance: from.optional(),
    expiresAtMs: from.optional(),
    margin: from.money(),
    fee: from.money(),
    seq: from.uint(),
    termsVersion: from.uint(),
  };
}

export function writeOrderOpened(to: ByteWriter, event: OrderOpened): void {
  to.four(event.atMs, event.orderId, event.accountId, placeOf(BOOKS, event.book));
  to.four(event.marketId, event.wasPending ? 1 : 0, placeOf(SIDES, event.side), event.lots);
  to.four(event.leverage, event.askedPrice, event.openPrice, event.stopLoss ?? 0);
  to.uint(event.takeProfit ?? 0);
  to.two(event.trailingDistance ?? 0, event.trailingLevel ?? 0);
  to.int64(event.margin);
  to.int64(event.fee);
  writeFill(to, event.fill);
  writeMovements(to, event.movements);
}

/** Field by field, not by spreading: recovery reads millions of these. */
export function readOrderOpened(from: ByteReader): OrderOpened {
  const { atMs, orderId, accountId, book, marketId } = readIdentity(from);
  const wasPending = from.bool();
  const side = from.name(SIDES);
  const size = readLots(from);
  const leverage = from.uint();
  const askedPrice = price(from.uint());
  const openPrice = price(from.uint());
  return {
    type: "OrderOpened",
    atMs,
    orderId,
    accountId,
    book,
    marketId,
    wasPending,
    side,
    lots: size,
    leverage,
    askedPrice,
    openPrice,
    stopLoss: from.optionalPrice(),
    takeProfit: from.optionalPrice(),
    trailingDistance: from.optional(),
    trailingLevel: from.optionalPrice(),
    margin: from.money(),
    fee: from.money(),
    fill: readFill(from, marketId, openPrice),
    movements: readMovements(from),
  };
}

export function writeOrderClosed(to: ByteWriter, event: OrderClosed): void {
  to.four(event.atMs, event.orderId, event.accountId, placeOf(BOOKS, event.book));
  to.four(event.marketId, placeOf(SIDES, event.side), event.lots, event.openPrice);
  to.two(event.closePrice, placeOf(CLOSE_REASONS, event.reason));
  to.int64(event.profit);
  to.int64(event.margin);
  to.int64(event.fee);
  writeFill(to, event.fill);
  writeMovements(to, event.movements);
}

/** Field by field, as above. */
export function readOrderClosed(from: ByteReader): OrderClosed {
  const { atMs, orderId, accountId, book, marketId } = readIdentity(from);
  const side = from.name(SIDES);
  const size = readLots(from);
  const openPrice = price(from.uint());
  const closePrice = price(from.uint());
  return {
    type: "OrderClosed",
    atMs,
    orderId,
    accountId,
    book,
    marketId,
    side,
    lots: size,
    openPrice,
    closePrice,
    reason: from.name(CLOSE_REASONS),
    profit: from.money(),
    margin: from.money(),
    fee: from.money(),
    fill: readFill(from, marketId, closePrice),
    movements: readMovements(from),
  };
}

export function writeOrderReduced(to: ByteWriter, event: OrderReduced): void {
  writeIdentity(to, event);
  to.uint(event.closedOrderId);
  to.name(SIDES, event.side);
  to.uint(event.leverage);
  to.uint(event.askedPrice);
  to.uint(event.openedAtMs);
  to.optional(event.stopLoss);
  to.optional(event.takeProfit);
  to.uint(event.lots);
  to.uint(event.openPrice);
  to.uint(event.closePrice);
  to.name(CLOSE_REASONS, event.reason);
  to.int64(event.profit);
  to.int64(event.margin);
  to.int64(event.fee);
  to.uint(event.lotsLeft);
  to.int64(event.marginLeft);
  to.int64(event.feeLeft);
  writeFill(to, event.fill);
  writeMovements(to, event.movements);
}

export function readOrderReduced(from: ByteReader): OrderReduced {
  const head = {
    ...readIdentity(from),
    closedOrderId: orderId(from.uint()),
    side: from.name(SIDES),
    leverage: from.uint(),
    askedPrice: price(from.uint()),
    openedAtMs: from.uint(),
    stopLoss: from.optionalPrice(),
    takeProfit: from.optionalPrice(),
    lots: lots(from.uint()),
    openPrice: price(from.uint()),
    closePrice: price(from.uint()),
    reason: from.name(CLOSE_REASONS),
    profit: from.money(),
    margin: from.money(),
    fee: from.money(),
    lotsLeft: readLots(from),
    marginLeft: from.money(),
    feeLeft: from.money(),
  };
  return {
    type: "OrderReduced",
    ...head,
    fill: readFill(from, head.marketId, head.closePrice),
    movements: readMovements(from),
  };
}

export function writeOrderCancelled(to: ByteWriter, event: OrderCancelled): void {
  to.four(event.atMs, event.orderId, event.accountId, placeOf(BOOKS, event.book));
  to.two(event.marketId, placeOf(CANCEL_REASONS, event.reason));
  to.int64(event.margin);
  to.int64(event.fee);
  to.optional(event.seq);
}

export function readOrderCancelled(from: ByteReader): OrderCancelled {
  return {
    type: "OrderCancelled",
    ...readIdentity(from),
    reason: from.name(CANCEL_REASONS),
    margin: from.money(),
    fee: from.money(),
    seq: from.optional(),
  };
}

export function writeOrderAmended(to: ByteWriter, event: OrderAmended): void {
  writeIdentity(to, event);
  to.uint(event.target);
  to.name(PENDING_KINDS, event.pendingKind);
  to.optional(event.stopLoss);
  to.optional(event.takeProfit);
  to.optional(event.expiresAtMs);
  to.int64(event.margin);
  to.int64(event.fee);
  to.uint(event.seq);
}

export function readOrderAmended(from: ByteReader): OrderAmended {
  return {
    type: "OrderAmended",
    ...readIdentity(from),
    target: price(from.uint()),
    pendingKind: from.name(PENDING_KINDS),
    stopLoss: from.optionalPrice(),
    takeProfit: from.optionalPrice(),
    expiresAtMs: from.optional(),
    margin: from.money(),
    fee: from.money(),
    seq: from.uint(),
  };
}

export function writeStopsSet(to: ByteWriter, event: StopsSet): void {
  writeIdentity(to, event);
  to.optional(event.stopLoss);
  to.optional(event.takeProfit);
  to.uint(event.seq);
}

export function readStopsSet(from: ByteReader): StopsSet {
  return {
    type: "StopsSet",
    ...readIdentity(from),
    stopLoss: from.optionalPrice(),
    takeProfit: from.optionalPrice(),
    seq: from.uint(),
  };
}

export function writeTrailingSet(to: ByteWriter, event: TrailingSet): void {
  writeIdentity(to, event);
  to.optional(event.trailingDistance);
  to.optional(event.trailingLevel);
  to.uint(event.seq);
}

export function readTrailingSet(from: ByteReader): TrailingSet {
  return {
    type: "TrailingSet",
    ...readIdentity(from),
    trailingDistance: from.optional(),
    trailingLevel: from.optionalPrice(),
    seq: from.uint(),
  };
}
