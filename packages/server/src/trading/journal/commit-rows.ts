// Everything one commit writes, as rows: journal, ledger, blotter, evidence, keys, refusals, tape.
// Made while the batch collects, so that the database need not wait for them; sent by the journal's
// writer. Invariant: the rows of a batch are a function of the batch and the link before it.

import { encodeCommand, encodeEvents } from "@truetick/engine";
import { CHAIN_GENESIS } from "@truetick/proof";
import { FILL_SHAPE, writeFill } from "../blotter/fill-rows.ts";
import { ORDER_CHANGE_SHAPE, ORDER_SHAPE } from "../blotter/order-row.ts";
import { OrderRows } from "../blotter/order-rows.ts";
import { POSTING_SHAPE, PostingRows } from "../ledger/posting-rows.ts";
import type { TapePiece } from "../tape/tape.ts";
import type { Batch, JournalEntry, KeyEntry, PackedEntry, RefusedEntry } from "./batch.ts";
import { linkOf } from "./chain-link.ts";
import {
  ACCOUNT_SHAPE,
  DAY_SHAPE,
  EQUITY_SHAPE,
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
  epoch: "int8",
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

const REFUSAL_SHAPE = {
  shard: "int2",
  at_ms: "int8",
  owner_id: "int8",
  account_id: "int8",
  command: "bytea",
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
    orderPostings: new RowBuffer("ledger_posting_order", POSTING_SHAPE),
    corrections: new RowBuffer("ledger_posting_correction", POSTING_SHAPE),
    flowPostings: new RowBuffer("ledger_posting_flow", POSTING_SHAPE),
    orders: new RowBuffer("trade_order", ORDER_SHAPE),
    orderChanges: new RowBuffer("trade_order_change", ORDER_CHANGE_SHAPE, { isParameter: true }),
    fills: new RowBuffer("fill", FILL_SHAPE),
    keys: new RowBuffer("command_key", KEY_SHAPE),
    refusals: new RowBuffer("refusal", REFUSAL_SHAPE),
    quotes: new RowBuffer("tape_quote", QUOTE_SHAPE, { isParameter: true }),
    pieces: new RowBuffer("tape_piece", PIECE_SHAPE),
    accounts: new RowBuffer("trading_account", ACCOUNT_SHAPE),
    stopOuts: new RowBuffer("stop_out", STOP_OUT_SHAPE),
    financings: new RowBuffer("financing", FINANCING_SHAPE),
    terms: new RowBuffer("market_terms", TERMS_SHAPE),
    sessions: new RowBuffer("market_session_change", SESSION_SHAPE),
    days: new RowBuffer("trading_day", DAY_SHAPE),
    equities: new RowBuffer("day_equity", EQUITY_SHAPE),
  };
}

export type FilledRows = {
  /** The link of the last row; the one before where the batch has no journal row. */
  readonly hash: Uint8Array;
  readonly packed: readonly PackedEntry[];
};

/** A row could not be made; the batch is not to be sent. */
export class BrokenRows extends Error {}

export class CommitRows implements FilledRows {
  readonly buffers = createCommitBuffers();
  readonly #all: readonly RowBuffer[] = Object.values(this.buffers);
  readonly #orders = new OrderRows();
  readonly #postings = new PostingRows(this.buffers);
  readonly #shard: number;
  #previousHash: Uint8Array = CHAIN_GENESIS;
  #hash: Uint8Array = CHAIN_GENESIS;
  #epoch = 0;
  #packed: PackedEntry[] = [];
  /** False while something is being added, and for good when that failed. */
  #isWhole = true;

  constructor(shard: number) {
    this.#shard = shard;
  }

  /** The link that these rows follow. */
  get previousHash(): Uint8Array {
    return this.#previousHash;
  }

  get hash(): Uint8Array {
    return this.#hash;
  }

  get packed(): readonly PackedEntry[] {
    return this.#packed;
  }

  /** Forgets every row; the first to come follows this link, written under this epoch. */
  begin(previousHash: Uint8Array, epoch: number): void {
    for (const buffer of this.#all) buffer.clear();
    this.#orders.clear();
    this.#postings.clear();
    this.#previousHash = previousHash;
    this.#hash = previousHash;
    this.#epoch = epoch;
    this.#packed = [];
    this.#isWhole = true;
  }

  addEntry(entry: JournalEntry): void {
    const wasWhole = this.#isWhole;
    this.#isWhole = false;
    const { seq, command } = entry;
    const events = encodeEvents(entry.events);
    this.#hash = this.#addJournalRow(entry, events, this.#hash);
    this.#addEvents(entry);
    this.#packed.push({ seq, atMs: command.atMs, events });
    this.#isWhole = wasWhole;
  }

  /** What belongs to the batch's end: nothing is added after it. */
  finish({ quotes, pieces }: Pick<Batch, "quotes" | "pieces">): void {
    const wasWhole = this.#isWhole;
    this.#isWhole = false;
    this.#orders.write(this.buffers, this.#shard);
    for (const quote of quotes) this.#addQuote(quote);
    for (const piece of pieces) this.#addPiece(piece);
    this.#isWhole = wasWhole;
  }

  /** The tables that have rows. Throws when some row was not made to its end. */
  written(): readonly RowBuffer[] {
    if (!this.#isWhole) throw new BrokenRows("Invariant: the rows of a commit are whole");
    return this.#all.filter(({ count }) => count > 0);
  }

  /** The rows of the journal alone, as a COPY has them, for whoever follows what is committed. */
  copyJournal(): Uint8Array<ArrayBuffer> {
    return this.buffers.journal.copyRows();
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
      .int8(this.#epoch)
      .end();
    return hash;
  }

  #addEvents({ seq, events }: JournalEntry): void {
    const place = { shard: this.#shard, seq, position: 0 };
    for (const event of events) {
      this.#postings.take(event, place);
      this.#orders.take(event, place);
      writeFill(this.buffers.fills, event, place);
      writeFacts(this.buffers, event, place);
    }
  }

  addKey({ ownerId, keyHash, payloadHash, atMs, seq, refusal }: KeyEntry): void {
    const wasWhole = this.#isWhole;
    this.#isWhole = false;
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
    this.#isWhole = wasWhole;
  }

  /** What was asked and why not, whole: a refusal can be proved like everything else. */
  addRefusal({ ownerId, command, refusal }: RefusedEntry): void {
    const wasWhole = this.#isWhole;
    this.#isWhole = false;
    this.buffers.refusals
      .begin()
      .int2(this.#shard)
      .int8(command.atMs)
      .int8(ownerId)
      .int8("accountId" in command ? command.accountId : null)
      .bytea(encodeCommand(command))
      .jsonb(refusal)
      .end();
    this.#isWhole = wasWhole;
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
