// The blotter's rows: one per order, as it stands after a commit. A commit may open, change and
// close one order; its events are folded here into one new row, or one change of a row that was
// there before. Called by the journal. Invariant: an order is touched at most once per commit.

import type {
  Event,
  OrderAmended,
  OrderClosed,
  OrderOpened,
  OrderPlaced,
  OrderReduced,
} from "@truetick/engine";
import type { EntryPlace } from "../journal/entry-place.ts";
import type { RowBuffer, RowOf } from "../journal/row-buffer.ts";

export const ORDER_SHAPE = {
  order_id: "int8",
  shard: "int2",
  account_id: "int8",
  book: "text",
  market_id: "int4",
  status: "text",
  side: "text",
  lots: "int8",
  leverage: "int4",
  asked_price: "int8",
  open_price: "int8",
  close_price: "int8",
  pending_kind: "text",
  stop_loss: "int8",
  take_profit: "int8",
  trailing_distance: "int8",
  margin: "int8",
  fee: "int8",
  profit: "int8",
  expires_at_ms: "int8",
  placed_at_ms: "int8",
  opened_at_ms: "int8",
  ended_at_ms: "int8",
  end_reason: "text",
  part_of: "int8",
  stops_seq: "int8",
  terms_version: "int4",
  journal_seq: "int8",
} as const;

export const ORDER_CHANGE_SHAPE = {
  order_id: "int8",
  status: "text",
  lots: "int8",
  asked_price: "int8",
  open_price: "int8",
  close_price: "int8",
  pending_kind: "text",
  stop_loss: "int8",
  take_profit: "int8",
  trailing_distance: "int8",
  margin: "int8",
  fee: "int8",
  profit: "int8",
  expires_at_ms: "int8",
  opened_at_ms: "int8",
  ended_at_ms: "int8",
  end_reason: "text",
  stops_seq: "int8",
  journal_seq: "int8",
} as const;

type OrderRow = RowOf<typeof ORDER_SHAPE>;
type OrderChange = RowOf<typeof ORDER_CHANGE_SHAPE>;

/** In a change, null leaves a column as it was and this takes a stop or an expiry off. */
const NONE = 0;

const UNCHANGED: Omit<OrderChange, "order_id" | "journal_seq"> = {
  status: null,
  lots: null,
  asked_price: null,
  open_price: null,
  close_price: null,
  pending_kind: null,
  stop_loss: null,
  take_profit: null,
  trailing_distance: null,
  margin: null,
  fee: null,
  profit: null,
  expires_at_ms: null,
  opened_at_ms: null,
  ended_at_ms: null,
  end_reason: null,
  stops_seq: null,
};

/** Columns whose absence is said by 0 in a change and by null in a row. */
const CLEARABLE = ["stop_loss", "take_profit", "trailing_distance", "expires_at_ms"] as const;

export class OrderRows {
  readonly #fresh = new Map<number, OrderRow>();
  readonly #changes = new Map<number, OrderChange>();

  clear(): void {
    this.#fresh.clear();
    this.#changes.clear();
  }

  take(event: Event, place: EntryPlace): void {
    switch (event.type) {
      case "OrderPlaced":
        this.#fresh.set(event.orderId, rowOfPlaced(event, place));
        break;
      case "OrderOpened":
        if (event.wasPending) this.#change(event.orderId, place, changeOfOpened(event));
        else this.#fresh.set(event.orderId, rowOfOpened(event, place));
        break;
      case "OrderClosed":
        this.#change(event.orderId, place, changeOfClosed(event));
        break;
      case "OrderReduced":
        this.#fresh.set(event.closedOrderId, rowOfPart(event, place));
        this.#change(event.orderId, place, {
          lots: event.lotsLeft,
          margin: event.marginLeft,
          fee: event.feeLeft,
        });
        break;
      case "OrderCancelled":
        this.#change(event.orderId, place, {
          status: "cancelled",
          ended_at_ms: event.atMs,
          end_reason: event.reason,
        });
        break;
      case "OrderAmended":
        this.#change(event.orderId, place, changeOfAmended(event));
        break;
      case "StopsSet":
        this.#change(event.orderId, place, {
          stop_loss: event.stopLoss ?? NONE,
          take_profit: event.takeProfit ?? NONE,
          stops_seq: event.seq,
        });
        break;
      case "TrailingSet":
        this.#change(event.orderId, place, { trailing_distance: event.trailingDistance ?? NONE });
        break;
      default:
        break;
    }
  }

  write(rows: RowBuffer<typeof ORDER_SHAPE>, changes: RowBuffer<typeof ORDER_CHANGE_SHAPE>): void {
    for (const row of this.#fresh.values()) rows.add(row);
    for (const change of this.#changes.values()) changes.add(change);
  }

  #change(orderId: number, { seq }: EntryPlace, change: Partial<OrderChange>): void {
    const fresh = this.#fresh.get(orderId);
    if (fresh) {
      this.#fresh.set(orderId, changed(fresh, { ...change, journal_seq: seq }));
      return;
    }
    const before = this.#changes.get(orderId);
    this.#changes.set(
      orderId,
      before
        ? { ...before, ...change, journal_seq: seq }
        : { order_id: orderId, ...UNCHANGED, ...change, journal_seq: seq },
    );
  }
}

/** A row with a change laid over it: as the statement does it to a row that is stored. */
function changed(row: OrderRow, change: Partial<OrderChange>): OrderRow {
  const next = { ...row, ...change };
  for (const column of CLEARABLE) if (next[column] === NONE) next[column] = null;
  return next;
}

function rowOfPlaced(event: OrderPlaced, { shard, seq }: EntryPlace): OrderRow {
  return {
    order_id: event.orderId,
    shard,
    account_id: event.accountId,
    book: event.book,
    market_id: event.marketId,
    status: "pending",
    side: event.side,
    lots: event.lots,
    leverage: event.leverage,
    asked_price: event.target,
    open_price: null,
    close_price: null,
    pending_kind: event.pendingKind,
    stop_loss: event.stopLoss,
    take_profit: event.takeProfit,
    trailing_distance: event.trailingDistance,
    margin: event.margin,
    fee: event.fee,
    profit: null,
    expires_at_ms: event.expiresAtMs,
    placed_at_ms: event.atMs,
    opened_at_ms: null,
    ended_at_ms: null,
    end_reason: null,
    part_of: null,
    stops_seq: event.seq,
    terms_version: event.termsVersion,
    journal_seq: seq,
  };
}

function rowOfOpened(event: OrderOpened, { shard, seq }: EntryPlace): OrderRow {
  return {
    order_id: event.orderId,
    shard,
    account_id: event.accountId,
    book: event.book,
    market_id: event.marketId,
    status: "holding",
    side: event.side,
    lots: event.lots,
    leverage: event.leverage,
    asked_price: event.askedPrice,
    open_price: event.openPrice,
    close_price: null,
    pending_kind: null,
    stop_loss: event.stopLoss,
    take_profit: event.takeProfit,
    trailing_distance: event.trailingDistance,
    margin: event.margin,
    fee: event.fee,
    profit: null,
    expires_at_ms: null,
    placed_at_ms: event.atMs,
    opened_at_ms: event.atMs,
    ended_at_ms: null,
    end_reason: null,
    part_of: null,
    stops_seq: event.fill.seq,
    terms_version: event.fill.termsVersion,
    journal_seq: seq,
  };
}

/** The closed part of an order, which becomes history under an id of its own. */
function rowOfPart(event: OrderReduced, { shard, seq }: EntryPlace): OrderRow {
  return {
    order_id: event.closedOrderId,
    shard,
    account_id: event.accountId,
    book: event.book,
    market_id: event.marketId,
    status: "closed",
    side: event.side,
    lots: event.lots,
    leverage: event.leverage,
    asked_price: event.askedPrice,
    open_price: event.openPrice,
    close_price: event.closePrice,
    pending_kind: null,
    stop_loss: event.stopLoss,
    take_profit: event.takeProfit,
    trailing_distance: null,
    margin: event.margin,
    fee: event.fee,
    profit: event.profit,
    expires_at_ms: null,
    placed_at_ms: event.openedAtMs,
    opened_at_ms: event.openedAtMs,
    ended_at_ms: event.atMs,
    end_reason: event.reason,
    part_of: event.orderId,
    stops_seq: null,
    terms_version: event.fill.termsVersion,
    journal_seq: seq,
  };
}

function changeOfOpened(event: OrderOpened): Partial<OrderChange> {
  return {
    status: "holding",
    open_price: event.openPrice,
    stop_loss: event.stopLoss ?? NONE,
    take_profit: event.takeProfit ?? NONE,
    trailing_distance: event.trailingDistance ?? NONE,
    margin: event.margin,
    fee: event.fee,
    expires_at_ms: NONE,
    opened_at_ms: event.atMs,
    stops_seq: event.fill.seq,
  };
}

function changeOfClosed(event: OrderClosed): Partial<OrderChange> {
  return {
    status: "closed",
    close_price: event.closePrice,
    margin: event.margin,
    fee: event.fee,
    profit: event.profit,
    ended_at_ms: event.atMs,
    end_reason: event.reason,
  };
}

function changeOfAmended(event: OrderAmended): Partial<OrderChange> {
  return {
    asked_price: event.target,
    pending_kind: event.pendingKind,
    stop_loss: event.stopLoss ?? NONE,
    take_profit: event.takeProfit ?? NONE,
    expires_at_ms: event.expiresAtMs ?? NONE,
    margin: event.margin,
    fee: event.fee,
    stops_seq: event.seq,
  };
}
