// One order of the blotter on its way to the database: a row that is new, or the change of one
// that was there before. In a change, null leaves a column as it is; for a stop, a trailing
// distance or an expiry, NONE takes it off. Filled by order-rows.ts.

import type { RowBuffer } from "../journal/row-buffer.ts";

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

/** Takes off what a change may take off. */
export const NONE = 0;

export class OrderRow {
  orderId = 0;
  isNew = false;

  // What never changes, for new rows only.
  accountId = 0;
  book = "";
  marketId = 0;
  side = "";
  leverage = 0;
  placedAtMs = 0;
  partOf: number | null = null;
  termsVersion = 0;

  status: string | null = null;
  lots: number | null = null;
  askedPrice: number | null = null;
  openPrice: number | null = null;
  closePrice: number | null = null;
  pendingKind: string | null = null;
  stopLoss: number | null = null;
  takeProfit: number | null = null;
  trailingDistance: number | null = null;
  margin: bigint | null = null;
  fee: bigint | null = null;
  profit: bigint | null = null;
  expiresAtMs: number | null = null;
  openedAtMs: number | null = null;
  endedAtMs: number | null = null;
  endReason: string | null = null;
  stopsSeq: number | null = null;
  journalSeq = 0;

  /** Becomes the row of another order; rows are used again, commit after commit. */
  begin(orderId: number, isNew: boolean, journalSeq: number): this {
    this.orderId = orderId;
    this.isNew = isNew;
    this.accountId = 0;
    this.book = "";
    this.marketId = 0;
    this.side = "";
    this.leverage = 0;
    this.placedAtMs = 0;
    this.partOf = null;
    this.termsVersion = 0;
    this.status = null;
    this.lots = null;
    this.askedPrice = null;
    this.openPrice = null;
    this.closePrice = null;
    this.pendingKind = null;
    this.stopLoss = null;
    this.takeProfit = null;
    this.trailingDistance = null;
    this.margin = null;
    this.fee = null;
    this.profit = null;
    this.expiresAtMs = null;
    this.openedAtMs = null;
    this.endedAtMs = null;
    this.endReason = null;
    this.stopsSeq = null;
    this.journalSeq = journalSeq;
    return this;
  }

  writeNew(rows: RowBuffer, shard: number): void {
    rows
      .begin()
      .int8(this.orderId)
      .int2(shard)
      .int8(this.accountId)
      .text(this.book)
      .int4(this.marketId)
      .text(this.status)
      .text(this.side)
      .int8(this.lots)
      .int4(this.leverage)
      .int8(this.askedPrice)
      .int8(this.openPrice)
      .int8(this.closePrice)
      .text(this.pendingKind)
      .int8(this.stopLoss || null)
      .int8(this.takeProfit || null)
      .int8(this.trailingDistance || null)
      .int8(this.margin)
      .int8(this.fee)
      .int8(this.profit)
      .int8(this.expiresAtMs || null)
      .int8(this.placedAtMs)
      .int8(this.openedAtMs)
      .int8(this.endedAtMs)
      .text(this.endReason)
      .int8(this.partOf)
      .int8(this.stopsSeq)
      .int4(this.termsVersion)
      .int8(this.journalSeq)
      .end();
  }

  writeChange(rows: RowBuffer): void {
    rows
      .begin()
      .int8(this.orderId)
      .text(this.status)
      .int8(this.lots)
      .int8(this.askedPrice)
      .int8(this.openPrice)
      .int8(this.closePrice)
      .text(this.pendingKind)
      .int8(this.stopLoss)
      .int8(this.takeProfit)
      .int8(this.trailingDistance)
      .int8(this.margin)
      .int8(this.fee)
      .int8(this.profit)
      .int8(this.expiresAtMs)
      .int8(this.openedAtMs)
      .int8(this.endedAtMs)
      .text(this.endReason)
      .int8(this.stopsSeq)
      .int8(this.journalSeq)
      .end();
  }
}
