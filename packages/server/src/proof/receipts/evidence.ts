// Evidence out of the logs for one file: rows with some of their parts shown, pieces of the tape,
// terms of markets, all under one checkpoint, and how that extends an earlier one. What several
// receipts of a file share (terms, pieces) is looked up once.

import type { MarketDefined } from "@truetick/engine";
import {
  type CheckpointExtension,
  type PieceEvidence,
  type RowEvidence,
  showPart,
  showWhole,
  toBase64,
  toHex,
} from "@truetick/proof";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { LogName } from "../log/log-table.ts";
import { type ProofLog, type StoredCheckpoint, sizeIn } from "../log/proof-log.ts";
import type { SaltedRow } from "../log/row-parts.ts";
import { type ReadRow, readJournalRows } from "./journal-rows.ts";

export type TermsEvidence = { readonly event: MarketDefined; readonly row: RowEvidence };

/** Of several thousand receipts in one file. */
const KEPT_MAX = 500;

export class Evidence {
  readonly checkpoint: StoredCheckpoint;
  readonly #database: Database;
  readonly #log: ProofLog;
  readonly #terms = new Map<string, TermsEvidence>();
  readonly #pieces = new Map<string, PieceEvidence>();

  constructor(
    needs: { readonly database: Database; readonly log: ProofLog },
    under: StoredCheckpoint,
  ) {
    this.#database = needs.database;
    this.#log = needs.log;
    this.checkpoint = under;
  }

  sizeOf(log: LogName): number {
    return sizeIn(this.checkpoint.checkpoint, log);
  }

  /** Null when the row is not under the checkpoint. */
  async row(salted: SaltedRow, shown: readonly number[]): Promise<RowEvidence | null> {
    const { log, index, place, parts, whole } = salted;
    const size = this.sizeOf(log);
    if (index >= size) return null;
    const { path } = await this.#log.inclusion({ log, index, size });
    return {
      log,
      index,
      shard: place.shard,
      seq: place.seq,
      atMs: place.atMs,
      commitments: parts.map(({ commitment }) => toHex(commitment)),
      parts: whole
        ? showWhole(whole.salt, whole.row)
        : shown.flatMap((number) => {
            const part = parts[number];
            return part ? [showPart(number, part.salt, part.bytes)] : [];
          }),
      path: path.map(toHex),
    };
  }

  journalRow({ row }: ReadRow, shown: readonly number[]): Promise<RowEvidence | null> {
    return this.row(this.#log.rowParts(row), shown);
  }

  /** The row that defined the terms of this version; null: in force before this row. */
  async terms(wanted: {
    readonly shard: number;
    readonly marketId: number;
    readonly version: number | null;
    readonly before: number;
  }): Promise<TermsEvidence | null> {
    const { shard, marketId, version, before } = wanted;
    const { rows } = await sql<{ seq: bigint }>`
      select journal_seq as seq from market_terms
      where shard = ${shard} and market_id = ${marketId}
        and (version = ${version}::integer or (${version}::integer is null
          and journal_seq < ${before}))
      order by version desc limit 1`.execute(this.#database);
    const seq = rows[0] && Number(rows[0].seq);
    if (seq === undefined) return null;
    const name = `${shard}/${seq}`;
    const known = this.#terms.get(name);
    if (known) return known;
    const [read] = await readJournalRows(this.#database, { shard, seqs: [seq] });
    const at = read?.events.findIndex(
      (event) => event.type === "MarketDefined" && event.terms.marketId === marketId,
    );
    const event = read?.events[at ?? -1];
    if (!read || at === undefined || event?.type !== "MarketDefined") return null;
    const row = await this.journalRow(read, [at + 1]);
    if (!row) return null;
    const found = { event, row };
    this.#terms.set(name, found);
    return found;
  }

  /** The piece with this quote; null: not under the checkpoint, or let go of. */
  async piece(marketId: number, seq: number): Promise<PieceEvidence | null> {
    for (const piece of this.#pieces.values()) {
      if (piece.marketId === marketId && piece.firstSeq <= seq && seq <= piece.lastSeq)
        return piece;
    }
    const found = await this.#log.tapePiece({ marketId, seq, size: this.sizeOf("tape") });
    if (!found) return null;
    const piece: PieceEvidence = {
      marketId,
      firstSeq: found.firstSeq,
      lastSeq: found.lastSeq,
      prevHash: toHex(found.prevHash),
      packed: toBase64(found.packed),
      index: found.leafIndex,
      path: found.path.map(toHex),
    };
    if (this.#pieces.size >= KEPT_MAX) this.#pieces.clear();
    this.#pieces.set(`${marketId}/${found.firstSeq}`, piece);
    return piece;
  }

  /** From an earlier checkpoint to this one; null where there is none such. */
  async extension(since: number | null): Promise<CheckpointExtension | null> {
    const { number, checkpoint } = this.checkpoint;
    const from = since === null || since >= number ? null : await this.#log.checkpoint(since);
    if (!from) return null;
    const paths: Record<string, readonly string[]> = {};
    // A log that began since has nothing to go on from.
    for (const { log: named } of from.checkpoint.logs) {
      const log = named as LogName;
      const [old, now] = [sizeIn(from.checkpoint, log), sizeIn(checkpoint, log)];
      if (old === 0 || old === now) paths[log] = [];
      else paths[log] = (await this.#log.consistency({ log, from: old, to: now })).map(toHex);
    }
    return { from: { text: from.text, signature: from.signature }, paths };
  }
}
