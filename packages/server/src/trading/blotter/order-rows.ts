// The blotter's rows of one commit: one per order, as it stands after it. A commit may open, change
// and close one order; its events are folded here into one new row, or one change of a row that
// was there before. Called by the journal. Invariant: an order is touched at most once per commit.

import type {
  Event,
  OrderAmended,
  OrderClosed,
  OrderEvent,
  OrderOpened,
  OrderPlaced,
  OrderReduced,
} from "@truetick/engine";
import type { EntryPlace } from "../journal/entry-place.ts";
import type { RowBuffer } from "../journal/row-buffer.ts";
import { NONE, OrderRow } from "./order-row.ts";

/** A batch has rarely more; those beyond are made anew. */
const POOLED_MAX = 1_000;

export class OrderRows {
  readonly #rows = new Map<number, OrderRow>();
  /** Those of earlier commits, to be used again; the first `used` are. */
  readonly #pool: OrderRow[] = [];
  #used = 0;

  clear(): void {
    this.#rows.clear();
    this.#used = 0;
  }

  take(event: Event, { seq }: EntryPlace): void {
    switch (event.type) {
      case "OrderPlaced":
        placed(this.#add(event, seq), event);
        break;
      case "OrderOpened":
        if (event.wasPending) triggered(this.#touch(event.orderId, seq), event);
        else opened(this.#add(event, seq), event);
        break;
      case "OrderClosed":
        closed(this.#touch(event.orderId, seq), event);
        break;
      case "OrderReduced":
        closedPart(this.#add(event, seq, event.closedOrderId), event);
        reduced(this.#touch(event.orderId, seq), event);
        break;
      case "OrderCancelled":
        ended(this.#touch(event.orderId, seq), "cancelled", event);
        break;
      case "OrderAmended":
        amended(this.#touch(event.orderId, seq), event);
        break;
      case "StopsSet":
        stopsSet(this.#touch(event.orderId, seq), event);
        break;
      case "TrailingSet":
        this.#touch(event.orderId, seq).trailingDistance = event.trailingDistance ?? NONE;
        break;
      default:
        break;
    }
  }

  write(buffers: { orders: RowBuffer; orderChanges: RowBuffer }, shard: number): void {
    for (const row of this.#rows.values()) {
      if (row.isNew) row.writeNew(buffers.orders, shard);
      else row.writeChange(buffers.orderChanges);
    }
  }

  #add(event: OrderEvent, seq: number, orderId: number = event.orderId): OrderRow {
    const row = this.#begin(orderId, true, seq);
    row.accountId = event.accountId;
    row.book = event.book;
    row.marketId = event.marketId;
    row.placedAtMs = event.atMs;
    return row;
  }

  #touch(orderId: number, seq: number): OrderRow {
    const row = this.#rows.get(orderId);
    if (!row) return this.#begin(orderId, false, seq);
    row.journalSeq = seq;
    return row;
  }

  #begin(orderId: number, isNew: boolean, seq: number): OrderRow {
    const row = this.#pool[this.#used] ?? new OrderRow();
    if (this.#used < POOLED_MAX) this.#pool[this.#used] = row;
    this.#used += 1;
    this.#rows.set(orderId, row.begin(orderId, isNew, seq));
    return row;
  }
}

function placed(row: OrderRow, event: OrderPlaced): void {
  row.status = "pending";
  row.side = event.side;
  row.lots = event.lots;
  row.leverage = event.leverage;
  row.askedPrice = event.target;
  row.pendingKind = event.pendingKind;
  row.stopLoss = event.stopLoss;
  row.takeProfit = event.takeProfit;
  row.trailingDistance = event.trailingDistance;
  row.margin = event.margin;
  row.fee = event.fee;
  row.expiresAtMs = event.expiresAtMs;
  row.stopsSeq = event.seq;
  row.termsVersion = event.termsVersion;
}

function opened(row: OrderRow, event: OrderOpened): void {
  row.side = event.side;
  row.lots = event.lots;
  row.leverage = event.leverage;
  row.askedPrice = event.askedPrice;
  row.termsVersion = event.fill.termsVersion;
  triggered(row, event);
}

function triggered(row: OrderRow, event: OrderOpened): void {
  row.status = "holding";
  row.openPrice = event.openPrice;
  row.stopLoss = event.stopLoss ?? NONE;
  row.takeProfit = event.takeProfit ?? NONE;
  row.trailingDistance = event.trailingDistance ?? NONE;
  row.margin = event.margin;
  row.fee = event.fee;
  row.expiresAtMs = NONE;
  row.openedAtMs = event.atMs;
  row.stopsSeq = event.fill.seq;
}

function closed(row: OrderRow, event: OrderClosed): void {
  row.closePrice = event.closePrice;
  row.margin = event.margin;
  row.fee = event.fee;
  row.profit = event.profit;
  ended(row, "closed", event);
}

/** The closed part of an order, which becomes history under an id of its own. */
function closedPart(row: OrderRow, event: OrderReduced): void {
  row.side = event.side;
  row.lots = event.lots;
  row.leverage = event.leverage;
  row.askedPrice = event.askedPrice;
  row.openPrice = event.openPrice;
  row.closePrice = event.closePrice;
  row.stopLoss = event.stopLoss;
  row.takeProfit = event.takeProfit;
  row.margin = event.margin;
  row.fee = event.fee;
  row.profit = event.profit;
  row.placedAtMs = event.openedAtMs;
  row.openedAtMs = event.openedAtMs;
  row.partOf = event.orderId;
  row.termsVersion = event.fill.termsVersion;
  ended(row, "closed", event);
}

function reduced(row: OrderRow, event: OrderReduced): void {
  row.lots = event.lotsLeft;
  row.margin = event.marginLeft;
  row.fee = event.feeLeft;
}

function ended(
  row: OrderRow,
  status: "closed" | "cancelled",
  { atMs, reason }: { readonly atMs: number; readonly reason: string },
): void {
  row.status = status;
  row.endedAtMs = atMs;
  row.endReason = reason;
}

function amended(row: OrderRow, event: OrderAmended): void {
  row.askedPrice = event.target;
  row.pendingKind = event.pendingKind;
  row.expiresAtMs = event.expiresAtMs ?? NONE;
  row.margin = event.margin;
  row.fee = event.fee;
  stopsSet(row, event);
}

function stopsSet(
  row: OrderRow,
  event: Pick<OrderAmended, "stopLoss" | "takeProfit" | "seq">,
): void {
  row.stopLoss = event.stopLoss ?? NONE;
  row.takeProfit = event.takeProfit ?? NONE;
  row.stopsSeq = event.seq;
}
