// One line of the ledger, as a receipt names it and an archive lists it: what moved, on whose
// account, why, and the balance after it. Its hash covers all of that.

import { sha256 } from "#digest";
import { joinBytes, labelOf, toHex } from "./bytes.ts";
import { canonicalBytes } from "./canonical-bytes.ts";

const LABEL = labelOf("truetick.entry.v1");

export type LedgerEntry = {
  /** The row of the journal that made it. */
  readonly seq: number;
  readonly atMs: number;
  readonly movementId: number;
  readonly book: string;
  readonly accountId: number;
  /** In millionths, as text; so is the balance after it. */
  readonly amount: string;
  readonly balance: string;
  readonly cause: string;
  readonly causeId: number;
};

export function ledgerEntryHash(entry: LedgerEntry): string {
  const { seq, atMs, movementId, book, accountId, amount, balance, cause, causeId } = entry;
  const fields = { seq, atMs, movementId, book, accountId, amount, balance, cause, causeId };
  return toHex(sha256(joinBytes(LABEL, canonicalBytes(fields))));
}
