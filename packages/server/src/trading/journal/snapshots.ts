// Snapshots of the state, so that recovery folds only what came after. Written by the sequencer in
// the background, read once per start. They are derived: a bad one is skipped, never trusted, and
// without any the whole journal is folded. Invariant: a snapshot counts only if its own hash and
// the hash of its journal row agree with what is stored.

import { createHash } from "node:crypto";
import { decodeState, type State } from "@truetick/engine";
import type { ClientBase } from "pg";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import type { Snapshot } from "./journal-store.ts";

type SnapshotTable = {
  readonly shard: number;
  readonly seq: bigint;
  readonly at_ms: bigint;
  readonly journal_hash: Buffer;
  readonly state: Buffer;
  readonly state_hash: Buffer;
};

declare module "../../platform/database.ts" {
  interface Tables {
    state_snapshot: SnapshotTable;
  }
}

const SNAPSHOTS_KEPT = 3;

export function hashState(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

export async function storeSnapshot(
  database: Database,
  shard: number,
  { place, bytes }: Snapshot,
): Promise<void> {
  await database
    .insertInto("state_snapshot")
    .values({
      shard,
      seq: BigInt(place.seq),
      at_ms: BigInt(place.atMs),
      journal_hash: Buffer.from(place.hash),
      state: Buffer.from(bytes),
      state_hash: hashState(bytes),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = database
    .selectFrom("state_snapshot")
    .select("seq")
    .where("shard", "=", shard)
    .orderBy("seq", "desc")
    .limit(SNAPSHOTS_KEPT);
  await database
    .deleteFrom("state_snapshot")
    .where("shard", "=", shard)
    .where("seq", "not in", kept)
    .execute();
}

type StoredSnapshot = {
  readonly seq: string;
  readonly at_ms: string;
  readonly journal_hash: Buffer;
  readonly state: Buffer;
  readonly state_hash: Buffer;
  readonly row_hash: Buffer | null;
};

/** The newest that can be trusted, decoded; null when there is none. */
export async function readSnapshot(
  client: ClientBase,
  shard: number,
  log: Log,
): Promise<(Snapshot & { readonly state: State }) | null> {
  for (let skipped = 0; ; skipped += 1) {
    const answer = await client.query<StoredSnapshot>(
      `select s.seq, s.at_ms, s.journal_hash, s.state, s.state_hash, j.hash as row_hash
       from state_snapshot s left join journal j on j.shard = s.shard and j.seq = s.seq
       where s.shard = $1 order by s.seq desc limit 1 offset $2`,
      [shard, skipped],
    );
    const stored = answer.rows[0];
    if (!stored) return null;
    const state = decodeTrusted(stored);
    if (state === null) {
      log.warn({ shard, seq: stored.seq }, "skipped a snapshot that cannot be trusted");
      continue;
    }
    const place = {
      seq: Number(stored.seq),
      atMs: Number(stored.at_ms),
      hash: new Uint8Array(stored.journal_hash),
    };
    return { place, bytes: new Uint8Array(stored.state), state };
  }
}

function decodeTrusted(stored: StoredSnapshot): State | null {
  if (!hashState(stored.state).equals(stored.state_hash)) return null;
  if (!stored.row_hash?.equals(stored.journal_hash)) return null;
  try {
    return decodeState(stored.state);
  } catch {
    // Written by a version whose states look different: the journal still tells everything.
    return null;
  }
}
