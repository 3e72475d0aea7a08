// Writes down what was done: every act of the staff, and every look at somebody's documents. In
// the caller's transaction, so that there is no act without its line and no line without its act.
// Invariant: numbers have no gaps and each line's hash covers all before it (inv32). Whoever
// appends holds the end of the log until the commit: append last, and keep what follows short.

import { hash } from "node:crypto";
import { type Canonical, canonicalBytes } from "@truetick/proof";
import { sql } from "kysely";
import type { Database } from "../database.ts";
import type { StaffCaller } from "../handler.ts";
import "./audit-table.ts";

export type AuditActor = {
  readonly kind: "staff" | "member" | "system";
  /** 0 for the system. */
  readonly id: number;
  readonly name: string;
};

export type AuditEntry = {
  readonly actor: AuditActor;
  /** As "deposit.approve": the noun, then what was done to it. */
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string | number };
  /** What is worth knowing in ten years; numbers are integers, money is text. No secrets. */
  readonly detail: { readonly [name: string]: Canonical };
};

/** Answers the number of the line. */
export async function appendAudit(trx: Database, entry: AuditEntry): Promise<number> {
  const { actor, action, subject, detail } = entry;
  const head = await trx
    .selectFrom("audit_head")
    .select(["seq", "hash", sql<Date>`clock_timestamp()`.as("at")])
    .forUpdate()
    .executeTakeFirstOrThrow();
  const seq = head.seq + 1n;
  const subjectId = String(subject.id);
  const body = Buffer.from(
    canonicalBytes({
      seq,
      at: head.at.getTime(),
      actor: { ...actor },
      action,
      subject: { kind: subject.kind, id: subjectId },
      detail,
    }),
  );
  const link = auditLink(head.hash, body);
  await trx
    .insertInto("audit_log")
    .values({
      seq,
      // Whole milliseconds, as in the body.
      at: head.at,
      actor_kind: actor.kind,
      actor_id: BigInt(actor.id),
      action,
      subject_kind: subject.kind,
      subject_id: subjectId,
      body: body.toString("utf8"),
      prev_hash: head.hash,
      hash: link,
    })
    .execute();
  await trx.updateTable("audit_head").set({ seq, hash: link }).execute();
  return Number(seq);
}

/** The same link as the database's own view of it: SHA-256 of the link before and the body. */
export function auditLink(previous: Buffer, body: Buffer): Buffer {
  return Buffer.from(hash("sha256", Buffer.concat([previous, body]), "hex"), "hex");
}

/** Somebody of the staff, as the log names them. */
export function staffActor({ staffId, name }: Pick<StaffCaller, "staffId" | "name">): AuditActor {
  return { kind: "staff", id: staffId, name };
}

export const SYSTEM_ACTOR: AuditActor = { kind: "system", id: 0, name: "system" };
