// Keeps a ledger of its own from every batch that reached the store: each movement sums to zero,
// each running balance is the sum of its postings, each book sums to zero (P05, inv01–inv03).

import { type AccountId, type Book, movementsOf } from "@truetick/engine";
import type { Batch } from "@truetick/server";
import { insist } from "../watch-quotes.ts";

export class LedgerWatch {
  readonly #balances = new Map<string, bigint>();
  readonly #sums: Record<Book, bigint> = { real: 0n, demo: 0n };
  #lastMovement = 0;
  movements = 0;

  take({ entries }: Batch): void {
    for (const { seq, events } of entries) {
      for (const movement of events.flatMap(movementsOf)) {
        const { movementId, book, postings } = movement;
        insist(movementId === this.#lastMovement + 1, `movement ${movementId} has no gap before`);
        this.#lastMovement = movementId;
        this.movements += 1;
        for (const { account, amount, balance } of postings) {
          const name = `${book}/${account}`;
          const now = (this.#balances.get(name) ?? 0n) + amount;
          insist(now === balance, `row ${seq}: ${name} has ${now}, not ${balance} (inv03)`);
          this.#balances.set(name, now);
          this.#sums[book] += amount;
        }
        insist(this.#sums[book] === 0n, `the ${book} book sums to zero after row ${seq} (P05)`);
      }
    }
  }

  balanceOf(book: Book, accountId: AccountId): bigint {
    return this.#balances.get(`${book}/${accountId}`) ?? 0n;
  }
}
