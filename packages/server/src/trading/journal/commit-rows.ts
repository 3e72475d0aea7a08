// Everything one commit writes, as rows: journal, ledger, blotter, evidence, keys, tape. Filled
// from a batch by the journal's writer, which owns one of these and uses it again and again.
// Invariant: the rows of a batch are a function of the batch and the link before it.

import { encodeCommand, encodeEvents } from "@truetick/engine";
import { FILL_SHAPE, writeFill } from "../blotter/fill-rows.ts";
import { ORDER_CHANGE_SHAPE, ORDER_SHAPE } from "../blotter/order-row.ts";
import { OrderRows } from "../blotter/order-rows.ts";
import { POSTING_SHAPE, writePostings } from "../ledger/posting-rows.ts";
import type { TapePiece } from "../tape/tape.ts";
import type { Batch, JournalEntry, KeyEntry, PackedEntry } from "./batch.ts";
import { linkOf } from "./chain-link.ts";
import {
  ACCOUNT_SHAPE,
  FINANCING_SHAPE,
  SESSION_SHAPE,
  STOP_OUT_SHAPE,
  TERMS_SHAPE,
  writeFacts,
} from "./fact-rows.ts";
import type { NamedQuote } from "./named-quotes.ts";
import { RowBuffer } from "./row-buffer.ts";

const JOURNAL_SHAPE = {
  shard: "int2",
  seq: "int8",
  at_ms: "int8",
  command: "bytea",
  events: "bytea",
  prev_hash: "bytea",
  hash: "bytea",
} as const;

const KEY_SHAPE = {
  owner_id: "int8",
  key_hash: "uuid",
  payload_hash: "uuid",
  shard: "int2",
  at_ms: "int8",
  journal_seq: "int8",
  refusal: "jsonb",
} as const;

const PIECE_SHAPE = {
  market_id: "int4",
  first_seq: "int8",
  last_seq: "int8",
  first_at_ms: "int8",
  last_at_ms: "int8",
  last_bid: "int8",
  last_ask: "int8",
  quotes: "bytea",
  prev_hash: "bytea",
  hash: "bytea",
} as const;

const QUOTE_SHAPE = {
  market_id: "int4",
  seq: "int8",
  bid: "int8",
  ask: "int8",
  at_ms: "int8",
} as const;

/** By table, or by the type of a change. In the order in which they are written. */
export function createCommitBuffers() {
  return {
    journal: new RowBuffer("journal", JOURNAL_SHAPE),
    postings: new RowBuffer("ledger_posting", POSTING_SHAPE),
    orders: new RowBuffer("trade_order", ORDER_SHAPE),
    orderChanges: new RowBuffer("trade_order_change", ORDER_CHANGE_SHAPE, { isParameter: true }),
    fills: new RowBuffer("fill", FILL_SHAPE),
    keys: new RowBuffer("command_key", KEY_SHAPE),
    quotes: new RowBuffer("tape_quote", QUOTE_SHAPE, { isParameter: true }),
    pieces: new RowBuffer("tape_piece", PIECE_SHAPE),
    accounts: new RowBuffer("trading_account", ACCOUNT_SHAPE),
    stopOuts: new RowBuffer("stop_out", STOP_OUT_SHAPE),
    financings: new RowBuffer("financing", FINANCING_SHAPE),
    terms: new RowBuffer("market_terms", TERMS_SHAPE),
    sessions: new RowBuffer("market_session_change", SESSION_SHAPE),
  };
}

export type FilledRows = {
  /** The link of the last row; the one before where the batch has no journal row. */
  readonly hash: Uint8Array;
  readonly packed: readonly PackedEntry[];
};

export class CommitRows {
  readonly buffers = createCommitBuffers();
  readonly #orders = new OrderRows();
  readonly #shard: number;

  constructor(shard: number) {
    this.#shard = shard;
  }

  fill(batch: Batch, previousHash: Uint8Array): FilledRows {
    for (const buffer of Object.values(this.buffers)) buffer.clear();
    this.#orders.clear();
    let hash = previousHash;
    const packed: PackedEntry[] = [];
    for (const entry of batch.entries) {
      const events = encodeEvents(entry.events);
      hash = this.#addJournalRow(entry, events, hash);
      this.#addEvents(entry);
      packed.push({ seq: entry.seq, atMs: entry.command.atMs, events });
    }
    this.#orders.write(this.buffers, this.#shard);
    for (const key of batch.keys) this.#addKey(key);
    for (const quote of batch.quotes) this.#addQuote(quote);
    for (const piece of batch.pieces) this.#addPiece(piece);
    return { hash, packed };
  }

  #addJournalRow(entry: JournalEntry, events: Uint8Array, previous: Uint8Array): Uint8Array {
    const { seq, command } = entry;
    const record = {
      shard: this.#shard,
      seq,
      atMs: command.atMs,
      command: encodeCommand(command),
      events,
    };
    const hash = linkOf(previous, record);
    this.buffers.journal
      .begin()
      .int2(record.shard)
      .int8(seq)
      .int8(record.atMs)
      .bytea(record.command)
      .bytea(events)
      .bytea(previous)
      .bytea(hash)
      .end();
    return hash;
  }

  #addEvents({ seq, events }: JournalEntry): void {
    const place = { shard: this.#shard, seq };
    let position = 0;
    for (const event of events) {
      position = writePostings(this.buffers.postings, event, { ...place, position });
      this.#orders.take(event, place);
      writeFill(this.buffers.fills, event, place);
      writeFacts(this.buffers, event, place);
    }
  }

  #addKey({ ownerId, keyHash, payloadHash, atMs, seq, refusal }: KeyEntry): void {
    this.buffers.keys
      .begin()
      .int8(ownerId)
      .uuid(keyHash)
      .uuid(payloadHash)
      .int2(this.#shard)
      .int8(atMs)
      .int8(seq)
      .jsonb(refusal)
      .end();
  }

  #addQuote({ marketId, seq, bid, ask, atMs }: NamedQuote): void {
    this.buffers.quotes.begin().int4(marketId).int8(seq).int8(bid).int8(ask).int8(atMs).end();
  }

  #addPiece(piece: TapePiece): void {
    this.buffers.pieces
      .begin()
      .int4(piece.marketId)
      .int8(piece.firstSeq)
      .int8(piece.lastSeq)
      .int8(piece.firstAtMs)
      .int8(piece.newest.atMs)
      .int8(piece.newest.bid)
      .int8(piece.newest.ask)
      .bytea(piece.quotes)
      .bytea(piece.prevHash)
      .bytea(piece.hash)
      .end();
  }
}
