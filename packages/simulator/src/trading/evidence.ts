// What a store holds at the end of a run, read past the sequencer: the rows, keys and tape that an
// auditor would see. Given by either store, judged by check-evidence.ts.

import type { Database, TapePiece } from "@truetick/server";
import { nameOf } from "./memory-store.ts";

export type StoredRow = {
  readonly seq: number;
  readonly atMs: number;
  readonly command: Uint8Array;
  readonly events: Uint8Array;
  readonly hash: Uint8Array;
};

export type StoredKey = {
  /** Owner and hash of the key. */
  readonly name: string;
  readonly seq: number | null;
  readonly isRefused: boolean;
};

export type StoredPiece = Pick<
  TapePiece,
  "marketId" | "firstSeq" | "lastSeq" | "quotes" | "prevHash" | "hash"
>;

export type Evidence = {
  readonly rows: readonly StoredRow[];
  readonly keys: readonly StoredKey[];
  /** Of each market in order. */
  readonly pieces: readonly StoredPiece[];
};

/** The same from PostgreSQL's tables. */
export async function readTables(database: Database): Promise<Evidence> {
  const rows = await database.selectFrom("journal").selectAll().orderBy("seq").execute();
  const keys = await database.selectFrom("command_key").selectAll().execute();
  return {
    rows: rows.map(({ seq, at_ms, command, events, hash }) => ({
      seq: Number(seq),
      atMs: Number(at_ms),
      command,
      events,
      hash,
    })),
    keys: keys.map(({ owner_id, key_hash, journal_seq, refusal }) => ({
      name: nameOf(
        Number(owner_id),
        Buffer.from(key_hash.replaceAll("-", ""), "hex").toString("latin1"),
      ),
      seq: journal_seq === null ? null : Number(journal_seq),
      isRefused: refusal !== null,
    })),
    // The views inv18 and inv19 hold the stored tape against itself.
    pieces: [],
  };
}
