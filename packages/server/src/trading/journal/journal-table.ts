// The journal and the keys of commands, as other parts read them. Only the journal's writer adds
// rows, in batches of its own form (commit-rows.ts).

import type { Generated } from "kysely";

type JournalTable = {
  readonly shard: number;
  readonly seq: bigint;
  readonly at_ms: bigint;
  readonly command: Buffer;
  readonly events: Buffer;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
  /** Of the lease under which it was written; not hashed. */
  readonly epoch: Generated<bigint>;
};

type CommandKeyTable = {
  readonly owner_id: bigint;
  readonly key_hash: string;
  readonly payload_hash: string;
  readonly shard: number;
  readonly at_ms: bigint;
  readonly journal_seq: bigint | null;
  readonly refusal: unknown;
};

declare module "../../platform/database.ts" {
  interface Tables {
    journal: JournalTable;
    command_key: CommandKeyTable;
  }
}

export type { CommandKeyTable, JournalTable };
