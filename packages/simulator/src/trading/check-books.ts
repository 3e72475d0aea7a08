// What must hold of the books at any moment, decided or committed: nobody flat is below zero, and
// nobody whose market just moved is left at or below the stop-out level (P08, P09, inv04, inv09).

import { isDealt, type MarketId } from "@truetick/engine";
import type { Books } from "@truetick/server";
import { insist } from "../watch-quotes.ts";
import { TRADERS } from "./floor.ts";
import type { LedgerWatch } from "./ledger-watch.ts";

const STOP_OUT_PERCENT = 50n;

/** After every step. `ticked`: the market whose quote was just decided, if any. */
export function checkBooks(books: Books, ticked: MarketId | null): void {
  for (const { accountId } of TRADERS) {
    const account = books.account(accountId);
    if (!account) continue;
    const { cash, used, equity } = account;
    if (used === 0n) insist(cash >= 0n, `account ${accountId} is flat and has ${cash} (P09)`);
    else if (ticked !== null && equity * 100n <= used * STOP_OUT_PERCENT) {
      const isOpen = isDealt(books.market(ticked)?.session ?? "closed");
      const isLeft = books
        .orders(accountId)
        .some(({ marketId, status }) => marketId === ticked && status === "holding");
      insist(!isOpen || !isLeft, `account ${accountId} is left at ${equity} of ${used} (P08)`);
    }
  }
}

/** When everything decided is committed: cash is what the ledger says, sums are sums. */
export function checkSums(books: Books, ledger: LedgerWatch): void {
  for (const { accountId } of TRADERS) {
    const account = books.account(accountId);
    if (!account) continue;
    const { cash, book } = account;
    const balance = ledger.balanceOf(book, accountId);
    insist(cash === balance, `account ${accountId} has ${cash}, its ledger ${balance} (inv03)`);
    let used = 0n;
    let reserved = 0n;
    for (const { status, margin, fee } of books.orders(accountId)) {
      if (status === "holding") used += margin;
      else reserved += margin + fee;
    }
    insist(account.used === used, `account ${accountId} uses the margins it holds (inv09)`);
    insist(account.reserved === reserved, `account ${accountId} reserves for what is pending`);
  }
}
