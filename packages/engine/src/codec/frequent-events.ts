// Codecs of the four events that make up most of a journal: an order placed, opened, closed and
// cancelled. Whatever follows from the rest of an event is not written: fewer words are less to
// encode, to hash and to store. Each pair writes and reads the same fields in the same order. The
// writers spell out their identity: a shared function would see objects of many shapes, and be
// several times slower.
import { money, price } from "@truetick/money";
import { type AccountId, accountId, type Book } from "../account.ts";
import type { OrderCancelled, OrderClosed, OrderOpened, OrderPlaced } from "../event.ts";
import { marketId } from "../market.ts";
import { type OrderId, orderId, type Side } from "../order.ts";
import { type ByteReader, type ByteWriter, nameAt, placeOf } from "./bytes.ts";
import { readFill, writeFill } from "./fills.ts";
import { readOrderMovements, writeOrderMovements } from "./movements.ts";
import { CANCEL_REASONS, CLOSE_REASONS } from "./names.ts";
import { readLots } from "./parts.ts";

/** Bits of the word that tells what is what in the four, and what else there is to read. */
const IS_DEMO = 1;
const IS_SELL = 2;
/** Of a placing: a stop, not a limit. Of an opening: it was pending. */
const IS_STOP = 4;
const WAS_PENDING = 4;
const HAS_STOPS = 8;
const ASKED_OTHERWISE = 16;
/** Of a cancelling: a quote triggered it. */
const HAS_SEQ = 4;
/** Reasons stand above the bits. */
const REASON_AT = 3;

export function writeOrderPlaced(to: ByteWriter, event: OrderPlaced): void {
  const { stopLoss, takeProfit, trailingDistance, expiresAtMs } = event;
  const hasStops = (stopLoss ?? takeProfit ?? trailingDistance ?? expiresAtMs) !== null;
  const code =
    (event.book === "demo" ? IS_DEMO : 0) |
    (event.side === "sell" ? IS_SELL : 0) |
    (event.pendingKind === "stop" ? IS_STOP : 0) |
    (hasStops ? HAS_STOPS : 0);
  to.four(event.atMs, event.orderId, event.accountId, code);
  to.four(event.marketId, event.lots, event.leverage, event.target);
  if (hasStops) to.four(stopLoss ?? 0, takeProfit ?? 0, trailingDistance ?? 0, expiresAtMs ?? 0);
  to.twoAmounts(event.margin, event.fee);
  to.two(event.seq, event.termsVersion);
}

export function readOrderPlaced(from: ByteReader): OrderPlaced {
  const { atMs, orderId, accountId, code } = readHead(from);
  const hasStops = (code & HAS_STOPS) !== 0;
  return {
    type: "OrderPlaced",
    atMs,
    orderId,
    accountId,
    book: bookOf(code),
    marketId: marketId(from.uint()),
    side: sideOf(code),
    lots: readLots(from),
    leverage: from.uint(),
    target: price(from.uint()),
    pendingKind: (code & IS_STOP) !== 0 ? "stop" : "limit",
    stopLoss: hasStops ? from.optionalPrice() : null,
    takeProfit: hasStops ? from.optionalPrice() : null,
    trailingDistance: hasStops ? from.optional() : null,
    expiresAtMs: hasStops ? from.optional() : null,
    margin: from.money(),
    fee: from.money(),
    seq: from.uint(),
    termsVersion: from.uint(),
  };
}

export function writeOrderOpened(to: ByteWriter, event: OrderOpened): void {
  const { stopLoss, takeProfit, trailingDistance, trailingLevel } = event;
  const hasStops = (stopLoss ?? takeProfit ?? trailingDistance ?? trailingLevel) !== null;
  const isAskedOtherwise = event.askedPrice !== event.openPrice;
  const code =
    (event.book === "demo" ? IS_DEMO : 0) |
    (event.side === "sell" ? IS_SELL : 0) |
    (event.wasPending ? WAS_PENDING : 0) |
    (hasStops ? HAS_STOPS : 0) |
    (isAskedOtherwise ? ASKED_OTHERWISE : 0);
  to.four(event.atMs, event.orderId, event.accountId, code);
  to.four(event.marketId, event.lots, event.leverage, event.openPrice);
  if (isAskedOtherwise) to.uint(event.askedPrice);
  if (hasStops) to.four(stopLoss ?? 0, takeProfit ?? 0, trailingDistance ?? 0, trailingLevel ?? 0);
  to.twoAmounts(event.margin, event.fee);
  writeFill(to, event.fill);
  writeOrderMovements(to, event, { house: "fees", cause: "fee", amount: -event.fee });
}

export function readOrderOpened(from: ByteReader): OrderOpened {
  const { atMs, orderId, accountId, code } = readHead(from);
  const market = marketId(from.uint());
  const size = readLots(from);
  const leverage = from.uint();
  const openPrice = price(from.uint());
  const askedPrice = (code & ASKED_OTHERWISE) !== 0 ? price(from.uint()) : openPrice;
  const hasStops = (code & HAS_STOPS) !== 0;
  const stopLoss = hasStops ? from.optionalPrice() : null;
  const takeProfit = hasStops ? from.optionalPrice() : null;
  const trailingDistance = hasStops ? from.optional() : null;
  const trailingLevel = hasStops ? from.optionalPrice() : null;
  const margin = from.money();
  const fee = from.money();
  const book = bookOf(code);
  const expected = { house: "fees", cause: "fee", amount: money(-fee) } as const;
  return {
    type: "OrderOpened",
    atMs,
    orderId,
    accountId,
    book,
    marketId: market,
    wasPending: (code & WAS_PENDING) !== 0,
    side: sideOf(code),
    lots: size,
    leverage,
    askedPrice,
    openPrice,
    stopLoss,
    takeProfit,
    trailingDistance,
    trailingLevel,
    margin,
    fee,
    fill: readFill(from, market, openPrice),
    movements: readOrderMovements(from, { book, accountId, orderId }, expected),
  };
}

export function writeOrderClosed(to: ByteWriter, event: OrderClosed): void {
  const code =
    (event.book === "demo" ? IS_DEMO : 0) |
    (event.side === "sell" ? IS_SELL : 0) |
    (placeOf(CLOSE_REASONS, event.reason) << REASON_AT);
  to.four(event.atMs, event.orderId, event.accountId, code);
  to.four(event.marketId, event.lots, event.openPrice, event.closePrice);
  to.twoAmounts(event.margin, event.fee);
  to.int64(event.profit);
  writeFill(to, event.fill);
  writeOrderMovements(to, event, { house: "trading", cause: "profit", amount: event.profit });
}

export function readOrderClosed(from: ByteReader): OrderClosed {
  const { atMs, orderId, accountId, code } = readHead(from);
  const market = marketId(from.uint());
  const size = readLots(from);
  const openPrice = price(from.uint());
  const closePrice = price(from.uint());
  const margin = from.money();
  const fee = from.money();
  const profit = from.money();
  const book = bookOf(code);
  const expected = { house: "trading", cause: "profit", amount: profit } as const;
  return {
    type: "OrderClosed",
    atMs,
    orderId,
    accountId,
    book,
    marketId: market,
    side: sideOf(code),
    lots: size,
    openPrice,
    closePrice,
    reason: nameAt(CLOSE_REASONS, code >>> REASON_AT),
    profit,
    margin,
    fee,
    fill: readFill(from, market, closePrice),
    movements: readOrderMovements(from, { book, accountId, orderId }, expected),
  };
}

export function writeOrderCancelled(to: ByteWriter, event: OrderCancelled): void {
  const code =
    (event.book === "demo" ? IS_DEMO : 0) |
    (event.seq !== null ? HAS_SEQ : 0) |
    (placeOf(CANCEL_REASONS, event.reason) << REASON_AT);
  to.four(event.atMs, event.orderId, event.accountId, code);
  to.uint(event.marketId);
  to.twoAmounts(event.margin, event.fee);
  if (event.seq !== null) to.uint(event.seq);
}

export function readOrderCancelled(from: ByteReader): OrderCancelled {
  const { atMs, orderId, accountId, code } = readHead(from);
  return {
    type: "OrderCancelled",
    atMs,
    orderId,
    accountId,
    book: bookOf(code),
    marketId: marketId(from.uint()),
    reason: nameAt(CANCEL_REASONS, code >>> REASON_AT),
    margin: from.money(),
    fee: from.money(),
    seq: (code & HAS_SEQ) !== 0 ? from.uint() : null,
  };
}

type Head = {
  readonly atMs: number;
  readonly orderId: OrderId;
  readonly accountId: AccountId;
  readonly code: number;
};

function readHead(from: ByteReader): Head {
  return {
    atMs: from.uint(),
    orderId: orderId(from.uint()),
    accountId: accountId(from.uint()),
    code: from.uint(),
  };
}

function bookOf(code: number): Book {
  return (code & IS_DEMO) !== 0 ? "demo" : "real";
}

function sideOf(code: number): Side {
  return (code & IS_SELL) !== 0 ? "sell" : "buy";
}
