// The lines of an account's ledger that an event made, each with its hash.

import { type Event, movementsOf } from "@truetick/engine";
import { type LedgerEntry, ledgerEntryHash } from "@truetick/proof";

export type HashedEntry = { readonly entry: LedgerEntry; readonly hash: string };

export function entriesOf(event: Event, accountId: number, seq: number): readonly HashedEntry[] {
  return movementsOf(event).flatMap(({ movementId, book, cause, causeId, postings }) =>
    postings
      .filter(({ account }) => account === accountId)
      .map(({ amount, balance }) => {
        const entry: LedgerEntry = {
          seq,
          atMs: event.atMs,
          movementId,
          book,
          accountId,
          amount: amount.toString(),
          balance: balance.toString(),
          cause,
          causeId,
        };
        return { entry, hash: ledgerEntryHash(entry) };
      }),
  );
}
