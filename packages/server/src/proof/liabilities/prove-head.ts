// Proves that root and sum of a tree were written down when they were published: their line of the
// audit log, with its place in the log that signed checkpoints cover. The same for everybody, so
// that nobody can be shown a total of their own.

import { showPart, toHex } from "@truetick/proof";
// The table that is read here.
import type {} from "../../platform/audit/audit-table.ts";
import type { Database } from "../../platform/database.ts";
import { type ProofLog, sizeIn } from "../log/proof-log.ts";

export type HeadLog = Pick<ProofLog, "newest" | "inclusion" | "auditParts">;

/** What was done to what and when, and the details; who did it is the system. */
const SHOWN = [0, 2];

/** Null until a checkpoint covers the line. */
export async function proveHead(database: Database, log: HeadLog, auditSeq: number) {
  const newest = await log.newest();
  const size = newest ? sizeIn(newest.checkpoint, "audit") : 0;
  if (!newest || auditSeq > size) return null;
  const { body } = await database
    .selectFrom("audit_log")
    .select("body")
    .where("seq", "=", BigInt(auditSeq))
    .executeTakeFirstOrThrow();
  const { index, place, parts } = log.auditParts({ seq: auditSeq, body });
  const { path } = await log.inclusion({ log: "audit", index, size });
  return {
    checkpoint: { body: newest.text, signature: newest.signature },
    row: {
      log: "audit",
      index,
      shard: place.shard,
      seq: place.seq,
      at_ms: place.atMs,
      commitments: parts.map(({ commitment }) => toHex(commitment)),
      parts: parts
        .map(({ salt, bytes }, part) => ({ ...showPart(part, salt, bytes) }))
        .filter(({ part }) => SHOWN.includes(part)),
      path: path.map(toHex),
    },
  };
}
