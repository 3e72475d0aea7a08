// Whether a member's own money is in the published total: the leaf leads to the root and total that
// everybody is shown, it is made out to the member's own number, and its amount is what the
// member's own statement says. Pure. What is checked is never checked against itself.

import {
  type LiabilityDay,
  millionthsOf,
  millionthsToText,
  type OwnLiability,
} from "@truetick/contract/proof";
import { findLiabilityFault, fromHex, type SumNode } from "@truetick/proof";

export type LeafCheck =
  | { readonly kind: "in"; readonly counted: string }
  /** The account held nothing then. */
  | { readonly kind: "newer" }
  | { readonly kind: "absent"; readonly owed: string }
  | { readonly kind: "amount"; readonly counted: string; readonly owed: string }
  | { readonly kind: "path"; readonly where: string }
  /** Shown another total than everybody else. */
  | { readonly kind: "other" };

export function checkLeaf(given: {
  readonly own: OwnLiability;
  /** The same moment in the list that everybody is shown; null: it has none. */
  readonly published: LiabilityDay | null;
  /** The member's own number, as the session knows it. */
  readonly uid: string;
  /** What the statement says the main account held. */
  readonly closing: string;
}): LeafCheck {
  const { own, published, uid, closing } = given;
  if (!published || !isSameDay(own.day, published)) return { kind: "other" };
  const owed = owedOf(closing, own);
  if (owed === null) return { kind: "path", where: "malformed" };
  const { leaf } = own;
  if (!leaf) return owed === 0n ? { kind: "newer" } : { kind: "absent", owed: textOf(owed) };
  const amount = millionthsOf(leaf.amount);
  const proof = proofOf(own.day, leaf.path);
  const salt = fromHex(leaf.salt);
  if (amount === null || !proof || !salt) return { kind: "path", where: "malformed" };
  const { index } = leaf;
  const where = findLiabilityFault({ ...proof, uid, salt, amount, index });
  if (where !== null) return { kind: "path", where };
  if (amount !== owed) return { kind: "amount", counted: leaf.amount, owed: textOf(owed) };
  return { kind: "in", counted: leaf.amount };
}

const textOf = millionthsToText;

function isSameDay(left: LiabilityDay, right: LiabilityDay): boolean {
  const others = [left, right].map(({ otherJournals }) => JSON.stringify(otherJournals));
  if (others[0] !== others[1]) return false;
  return (["asOf", "journalSeq", "root", "sum", "leaves", "auditSeq"] as const).every(
    (name) => left[name] === right[name],
  );
}

/** An account below zero is owed nothing. Null where something is no amount. */
function owedOf(closing: string, { copying, held }: OwnLiability): bigint | null {
  const parts = [closing.startsWith("-") ? textOf(0n) : closing, copying, held].map(millionthsOf);
  return parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0n);
}

function proofOf(
  day: LiabilityDay,
  steps: readonly { readonly hash: string; readonly sum: string }[],
) {
  const [root, sum] = [fromHex(day.root), millionthsOf(day.sum)];
  if (!root || sum === null) return null;
  const path: SumNode[] = [];
  for (const step of steps) {
    const [hash, beside] = [fromHex(step.hash), millionthsOf(step.sum)];
    if (!hash || beside === null) return null;
    path.push({ hash, sum: beside });
  }
  return { head: { root, sum, leaves: day.leaves }, path };
}
