// Reads the audit log and checks it: pages for whoever may look, and the whole chain recomputed by
// other code than the database's own view of it (inv32). Called by the calls about the log.

import type { AuditLineWire, AuditVerdict } from "@truetick/contract/desk";
import type { Database } from "../database.ts";
import { auditLink } from "./audit-log.ts";
import { AUDIT_GENESIS } from "./audit-table.ts";

/** Few milliseconds of work at a time: orders are answered in between. */
const LINES_PER_LOOK = 500;

export type AuditFilter = {
  readonly actorId: number | null;
  readonly actionStart: string | null;
  readonly subject: { readonly kind: string; readonly id: string } | null;
  /** Lines older than this one; null: the newest. */
  readonly beforeSeq: number | null;
  readonly linesMax: number;
};

/** Newest first. */
export async function readAudit(
  database: Database,
  { actorId, actionStart, subject, beforeSeq, linesMax }: AuditFilter,
): Promise<readonly AuditLineWire[]> {
  const rows = await database
    .selectFrom("audit_log")
    .selectAll()
    .$if(actorId !== null, (query) =>
      query.where("actor_kind", "=", "staff").where("actor_id", "=", BigInt(actorId ?? 0)),
    )
    .$if(actionStart !== null, (query) =>
      query.where("action", "like", `${(actionStart ?? "").replaceAll("_", "\\_")}%`),
    )
    .$if(subject !== null, (query) =>
      query
        .where("subject_kind", "=", subject?.kind ?? "")
        .where("subject_id", "=", subject?.id ?? ""),
    )
    .$if(beforeSeq !== null, (query) => query.where("seq", "<", BigInt(beforeSeq ?? 0)))
    .orderBy("seq", "desc")
    .limit(linesMax)
    .execute();
  return rows.map((row) => {
    const body = JSON.parse(row.body) as { actor: { name: string }; detail: unknown };
    return {
      seq: String(row.seq),
      at: Math.floor(row.at.getTime() / 1_000),
      actor_kind: row.actor_kind,
      actor_id: String(row.actor_id),
      actor_name: body.actor.name,
      action: row.action,
      subject_kind: row.subject_kind,
      subject_id: row.subject_id,
      detail: JSON.stringify(body.detail),
      hash: row.hash.toString("hex"),
    };
  });
}

/** From the first line to the end that the head names. */
export async function verifyAudit(database: Database): Promise<AuditVerdict> {
  const head = await database
    .selectFrom("audit_head")
    .select(["seq", "hash"])
    .executeTakeFirstOrThrow();
  let seq = 0n;
  let link = AUDIT_GENESIS;
  while (seq < head.seq) {
    const rows = await database
      .selectFrom("audit_log")
      .selectAll()
      .where("seq", ">", seq)
      .where("seq", "<=", head.seq)
      .orderBy("seq")
      .limit(LINES_PER_LOOK)
      .execute();
    for (const row of rows) {
      const fits = row.seq === seq + 1n && row.prev_hash.equals(link) && isOwnBody(row);
      const own = auditLink(link, Buffer.from(row.body, "utf8"));
      if (!fits || !own.equals(row.hash)) return verdict(head, seq + 1n);
      seq = row.seq;
      link = row.hash;
    }
    if (rows.length === 0) return verdict(head, seq + 1n);
  }
  return verdict(head, head.hash.equals(link) ? null : head.seq);
}

type Line = {
  readonly seq: bigint;
  readonly actor_kind: string;
  readonly actor_id: bigint;
  readonly action: string;
  readonly subject_kind: string;
  readonly subject_id: string;
  readonly body: string;
};

/** Whether what is searched says the same as what is hashed. */
function isOwnBody(row: Line): boolean {
  const { seq, actor, action, subject } = JSON.parse(row.body);
  return (
    BigInt(seq) === row.seq &&
    actor.kind === row.actor_kind &&
    BigInt(actor.id) === row.actor_id &&
    action === row.action &&
    subject.kind === row.subject_kind &&
    subject.id === row.subject_id
  );
}

function verdict(
  head: { readonly seq: bigint; readonly hash: Buffer },
  firstBad: bigint | null,
): AuditVerdict {
  return {
    isWhole: firstBad === null,
    lines: String(head.seq),
    firstBad: firstBad === null ? "" : String(firstBad),
    hash: head.hash.toString("hex"),
  };
}
