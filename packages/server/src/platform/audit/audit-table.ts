// The audit log in the database, as its readers and writers know it. Written by audit-log.ts alone.

import type { Generated } from "kysely";

type AuditLogTable = {
  readonly seq: bigint;
  readonly at: Date;
  readonly actor_kind: string;
  readonly actor_id: bigint;
  readonly action: string;
  readonly subject_kind: string;
  readonly subject_id: string;
  readonly body: string;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
};

type AuditHeadTable = {
  readonly is_only: Generated<boolean>;
  readonly seq: bigint;
  readonly hash: Buffer;
};

declare module "../database.ts" {
  interface Tables {
    audit_log: AuditLogTable;
    audit_head: AuditHeadTable;
  }
}

export const AUDIT_GENESIS: Buffer = Buffer.alloc(32);
