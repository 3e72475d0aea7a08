// The money that an event moved: that both sides of every movement sum to zero, that the account
// got what the event says, and which lines of its ledger that makes.

import { type Event, type Movement, movementsOf } from "@truetick/engine";
import type { LedgerEntry } from "@truetick/proof";
import type { Fault } from "./fault.ts";

/** The lines of the account's ledger that the event made, in order. */
export function entriesOf(event: Event, accountId: number, seq: number): LedgerEntry[] {
  return movementsOf(event).flatMap(({ movementId, book, cause, causeId, postings }) =>
    postings
      .filter(({ account }) => account === accountId)
      .map(({ amount, balance }) => ({
        seq,
        atMs: event.atMs,
        movementId,
        book,
        accountId,
        amount: amount.toString(),
        balance: balance.toString(),
        cause,
        causeId,
      })),
  );
}

export function movementFaults(event: Event, accountId: number): Fault[] {
  const movements = movementsOf(event);
  const faults: Fault[] = [];
  for (const { movementId, postings } of movements) {
    const sum = postings.reduce((total, { amount }) => total + amount, 0n);
    if (sum === 0n) continue;
    faults.push({ check: "ledger", detail: `movement ${movementId} does not sum to zero` });
  }
  const expected = expectedOf(event, accountId);
  const moved = sumOf(movements, accountId);
  if (expected !== null && moved !== expected) {
    faults.push({ check: "ledger", detail: `${moved} was booked where ${expected} is due` });
  }
  if (event.type === "BalanceProtected" && !endsAtZero(movements, accountId)) {
    faults.push({ check: "ledger", detail: "the protected balance does not end at zero" });
  }
  return faults;
}

function sumOf(movements: readonly Movement[], accountId: number): bigint {
  let sum = 0n;
  for (const { postings } of movements) {
    for (const { account, amount } of postings) if (account === accountId) sum += amount;
  }
  return sum;
}

function endsAtZero(movements: readonly Movement[], accountId: number): boolean {
  const postings = movements.flatMap(({ postings }) => postings);
  return postings.some(({ account, balance }) => account === accountId && balance === 0n);
}

/** What the account's balance changes by; null: the event does not tell. */
function expectedOf(event: Event, accountId: number): bigint | null {
  switch (event.type) {
    case "OrderOpened":
      return -event.fee;
    case "OrderClosed":
    case "OrderReduced":
      return event.profit;
    case "BalanceProtected":
    case "FinancingCharged":
    case "FundsCredited":
    case "HoldReleased":
      return event.amount;
    case "FundsHeld":
      return -event.amount;
    case "HoldSettled":
      return 0n;
    case "FundsTransferred":
      return event.fromAccountId === accountId ? -event.amount : event.amount;
    case "DemoReset":
      return null;
    default:
      return 0n;
  }
}
