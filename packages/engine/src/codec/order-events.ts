// Codecs of the events of orders, but for the most frequent. Each pair writes and reads the same
// fields in the same order.
import { lots, price } from "@truetick/money";
import type { OrderAmended, OrderLeftOpen, OrderReduced, StopsSet, TrailingSet } from "../event.ts";
import { orderId } from "../order.ts";
import type { ByteReader, ByteWriter } from "./bytes.ts";
import { readFill, writeFill } from "./fills.ts";
import { readMovements, writeMovements } from "./movements.ts";
import { CLOSE_REASONS, LEFT_REASONS, PENDING_KINDS, SIDES } from "./names.ts";
import { readIdentity, readLots, writeIdentity } from "./parts.ts";

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

export function writeOrderLeftOpen(to: ByteWriter, event: OrderLeftOpen): void {
  writeIdentity(to, event);
  to.name(LEFT_REASONS, event.reason);
}

export function readOrderLeftOpen(from: ByteReader): OrderLeftOpen {
  return { type: "OrderLeftOpen", ...readIdentity(from), reason: from.name(LEFT_REASONS) };
}
