// Refusals and lines of the audit log as receipts show them. Of an audit line only what was done to
// what and when; who of the staff did it stays behind its salt. What a member did has its details.

import { decodeCommand } from "@truetick/engine";
import { type Plain, plainRecord } from "@truetick/proof";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import "../../platform/audit/audit-table.ts";
import type { ProofLog } from "../log/proof-log.ts";
import type { SaltedRow } from "../log/row-parts.ts";

type PlainRecord = { readonly [key: string]: Plain };

export type ReadLine = {
  readonly id: string;
  readonly kind: "refusal" | "step";
  readonly name: string;
  readonly atMs: number;
  readonly command: PlainRecord | null;
  readonly what: PlainRecord;
  /** Null while it has no place in its log. */
  readonly salted: SaltedRow | null;
  /** The parts that are shown. */
  readonly shown: readonly number[];
};

type RefusalRow = {
  readonly number: bigint;
  readonly shard: number;
  readonly at_ms: bigint;
  readonly account_id: bigint | null;
  readonly command: Buffer;
  readonly refusal: { readonly reason: string };
  readonly leaf_index: bigint | null;
};

export type ReadRefusal = ReadLine & { readonly accountId: number | null };

type Needs = { readonly database: Database; readonly log: ProofLog };

/** Those of an owner: one by its place in the log, or a page of them, newest first. */
export async function readRefusals(
  { database, log }: Needs,
  wanted: {
    readonly ownerId: number;
    readonly seq?: number;
    readonly skip?: number;
    readonly take: number;
  },
): Promise<readonly ReadRefusal[]> {
  const { ownerId, seq, skip = 0, take } = wanted;
  const { rows } = await sql<RefusalRow>`
    select r.number, r.shard, r.at_ms, r.account_id, r.command, r.refusal, l.leaf_index
    from refusal r
    join proof_refusal_leaf l on l.number = r.number
    where r.owner_id = ${ownerId}
      and (${seq ?? null}::bigint is null or l.leaf_index = ${seq ?? 0}::bigint - 1)
    order by r.number desc offset ${skip} limit ${take}`.execute(database);
  return rows.map((row) => refusalOf(log, row));
}

const REFUSALS_PER_READ = 200;

/**
 * All of an account's that the log had at a size, oldest first. Each page goes on after the last
 * number of the one before, so that what comes meanwhile shifts none of them.
 */
export async function* refusalsOf(
  { database, log }: Needs,
  wanted: { readonly ownerId: number; readonly accountId: number; readonly size: number },
): AsyncGenerator<ReadRefusal> {
  const { ownerId, accountId, size } = wanted;
  let after = 0n;
  for (;;) {
    const { rows } = await sql<RefusalRow>`
      select r.number, r.shard, r.at_ms, r.account_id, r.command, r.refusal, l.leaf_index
      from refusal r
      join proof_refusal_leaf l on l.number = r.number
      where r.account_id = ${accountId} and r.owner_id = ${ownerId}
        and r.number > ${after} and l.leaf_index < ${size}
      order by r.number limit ${REFUSALS_PER_READ}`.execute(database);
    for (const row of rows) yield refusalOf(log, row);
    const last = rows.at(-1);
    if (!last || rows.length < REFUSALS_PER_READ) return;
    after = last.number;
  }
}

function refusalOf(log: ProofLog, row: RefusalRow): ReadRefusal {
  const leafIndex = Number(row.leaf_index);
  const { shard, command, refusal } = row;
  const atMs = Number(row.at_ms);
  return {
    id: `refusal-${leafIndex + 1}`,
    kind: "refusal",
    name: refusal.reason,
    atMs,
    accountId: row.account_id === null ? null : Number(row.account_id),
    command: plainRecord(decodeCommand(command)),
    what: refusal,
    salted: log.refusalParts({ leafIndex, shard, atMs, command, refusal }),
    shown: [0, 1],
  };
}

type AuditRow = {
  readonly seq: bigint;
  readonly actor_kind: string;
  readonly action: string;
  readonly subject_kind: string;
  readonly subject_id: string;
  readonly body: string;
};

export type ReadStep = ReadLine & {
  readonly subject: { readonly kind: string; readonly id: string };
};

type StepsWanted =
  | { readonly seq: number }
  | { readonly of: "deposit" | "withdrawal"; readonly id: number };

const STEPS_MAX = 100;

/** The lines about a deposit or a withdrawal, oldest first, or one by its number. */
export async function readSteps(
  { database, log }: Needs,
  wanted: StepsWanted,
): Promise<readonly ReadStep[]> {
  const rows: readonly AuditRow[] = await database
    .selectFrom("audit_log")
    .select(["seq", "actor_kind", "action", "subject_kind", "subject_id", "body"])
    .where("subject_kind", "in", ["deposit", "withdrawal"])
    .$if("seq" in wanted, (query) =>
      query.where("seq", "=", BigInt("seq" in wanted ? wanted.seq : 0)),
    )
    .$if("of" in wanted, (query) =>
      "of" in wanted
        ? query.where("subject_kind", "=", wanted.of).where("subject_id", "=", String(wanted.id))
        : query,
    )
    .orderBy("seq")
    .limit(STEPS_MAX)
    .execute();
  return rows.map((row) => stepOf(log, row));
}

function stepOf(log: ProofLog, row: AuditRow): ReadStep {
  const { actor: _, detail, ...line } = JSON.parse(row.body) as Record<string, Plain>;
  const isMembers = row.actor_kind === "member";
  const seq = Number(row.seq);
  return {
    id: `audit-${seq}`,
    kind: "step",
    name: row.action,
    atMs: Number(line.at),
    command: null,
    what: isMembers ? { ...line, detail: detail ?? null } : line,
    salted: log.auditParts({ seq, body: row.body }),
    shown: isMembers ? [0, 2] : [0],
    subject: { kind: row.subject_kind, id: row.subject_id },
  };
}
