// Whether a published total stands in the signed log as it is shown: its line of the audit log is
// under a checkpoint that a known key has signed, and says the same root, sum and row. Pure but for
// the browser's own check of signatures.

import { type LiabilityHeadProof, millionthsOf } from "@truetick/contract/proof";
import {
  areEqual,
  type Canonical,
  canonicalBytes,
  type KnownKey,
  openCheckpoint,
  openRow,
  readCheckpoint,
} from "@truetick/proof";

export type HeadCheck =
  | { readonly kind: "logged"; readonly number: number }
  | { readonly kind: "waiting" }
  | { readonly kind: "wrong" };

const AUDIT = "audit";
const WRONG = { kind: "wrong" } as const;

export async function checkHead(
  { day, evidence }: LiabilityHeadProof,
  /** Null: this browser cannot check signatures. */
  keys: readonly KnownKey[] | null,
): Promise<HeadCheck> {
  if (!evidence) return { kind: "waiting" };
  const { checkpoint: signed, row } = evidence;
  const opened = keys === null ? null : await openCheckpoint(signed, keys);
  if (opened && "fault" in opened) return WRONG;
  const checkpoint = opened?.checkpoint ?? readCheckpoint(signed.text);
  if (!checkpoint || row.log !== AUDIT || row.seq !== day.auditSeq) return WRONG;
  const line = openRow(
    row,
    checkpoint.logs.find(({ log }) => log === AUDIT),
  );
  const sum = millionthsOf(day.sum);
  if ("fault" in line || sum === null) return WRONG;
  const deed = {
    action: "liabilities.publish",
    at: row.atMs,
    seq: day.auditSeq,
    subject: { id: String(day.asOf), kind: "liabilities" },
  };
  const { journalSeq, otherJournals, leaves, root } = day;
  const first = { journalSeq, leaves, root, shard: 0, sum: sum.toString() };
  // An installation with one journal says nothing of others, as before there could be any.
  const others = otherJournals.map((end) => ({ ...end }));
  const detail = others.length > 0 ? { ...first, others } : first;
  const says = (part: number, expected: Canonical) =>
    areEqual(line.parts.get(part) ?? new Uint8Array(), canonicalBytes(expected));
  return says(0, deed) && says(2, detail) ? { kind: "logged", number: checkpoint.number } : WRONG;
}
