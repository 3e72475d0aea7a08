// The tables of the logs, as queries see them. Columns are explained in
// migrations/0035-proof-log.sql.

import type { Generated } from "kysely";

type RefusalTable = {
  readonly number: Generated<bigint>;
  readonly shard: number;
  readonly at_ms: bigint;
  readonly owner_id: bigint;
  readonly account_id: bigint | null;
  readonly command: Buffer;
  readonly refusal: unknown;
};

type TileTable = {
  readonly log: string;
  readonly level: number;
  readonly tile: bigint;
  readonly hashes: Buffer;
};

type TapeLeafTable = {
  readonly leaf_index: bigint;
  readonly market_id: number;
  readonly first_seq: bigint;
  readonly last_seq: bigint;
  readonly first_at_ms: bigint;
  readonly hash: Buffer;
};

type RefusalLeafTable = { readonly leaf_index: bigint; readonly number: bigint };

type AccountRowTable = {
  readonly shard: number;
  readonly bucket: number;
  readonly first_seq: bigint;
  readonly last_seq: bigint;
  readonly entries: Buffer;
};

type CheckpointTable = {
  readonly number: bigint;
  readonly at_ms: bigint;
  readonly body: string;
  readonly key_id: string;
  readonly signature: Buffer;
};

type KeyTable = {
  readonly generation: number;
  readonly key_id: string;
  readonly public_key: Buffer;
  readonly valid_from_ms: bigint;
  readonly overlap_ms: bigint;
  readonly endorsed_by: string | null;
  readonly endorsement: Buffer | null;
};

type CosignatureTable = {
  readonly checkpoint: bigint;
  readonly witness: string;
  readonly public_key: Buffer;
  readonly signature: Buffer;
  readonly at_ms: bigint;
};

declare module "../../platform/database.ts" {
  interface Tables {
    refusal: RefusalTable;
    proof_tile: TileTable;
    proof_tape_leaf: TapeLeafTable;
    proof_refusal_leaf: RefusalLeafTable;
    proof_account_row: AccountRowTable;
    proof_checkpoint: CheckpointTable;
    proof_key: KeyTable;
    proof_cosignature: CosignatureTable;
  }
}

/** The logs there are. Leaf i of `journal/2` is row i + 1 of shard 2. */
export type LogName = "audit" | "refusal" | "tape" | `journal/${number}`;

export function journalLog(shard: number): LogName {
  return `journal/${shard}`;
}

/** Null: it is no journal's. */
export function shardOfLog(log: string): number | null {
  const [, shard] = /^journal\/(0|[1-9]\d{0,4})$/.exec(log) ?? [];
  return shard === undefined ? null : Number(shard);
}
