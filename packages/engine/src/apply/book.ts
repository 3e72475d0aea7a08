// Books the movements of an event: sets each account to the balance the movement names, after
// checking that it continues from the balance before (inv01, inv03). The only writer of cash.
import { assert } from "@truetick/money";
import type { Book } from "../account.ts";
import { type Movement, type Posting, placeOfHouse } from "../ledger.ts";
import { NONE } from "../state/columns.ts";
import type { State } from "../state/state.ts";

/** What a column of 64-bit integers holds, with room to spare. */
const BALANCE_LIMIT = 2n ** 62n;
const BALANCE_MIN = -BALANCE_LIMIT;

export function bookMovements(state: State, movements: readonly Movement[]): void {
  for (const movement of movements) {
    const first = movement.postings[0];
    const second = movement.postings[1];
    assert(first.amount + second.amount === 0n, "Invariant: a movement sums to zero (inv01)");
    post(state, movement.book, first);
    post(state, movement.book, second);
    state.nextMovementId = movement.movementId + state.idStep;
  }
}

function post(state: State, book: Book, { account, amount, balance }: Posting): void {
  const isInRange = balance < BALANCE_LIMIT && balance > BALANCE_MIN;
  assert(isInRange, "Invariant: a balance fits 64 bits");
  if (typeof account === "number") {
    const { accounts } = state;
    const slot = accounts.slotOf(account);
    assert(slot !== NONE, "Invariant: money moves between accounts that exist");
    assert(accounts.book(slot) === book, "Invariant: no movement leaves its book (inv05)");
    assert(accounts.cash(slot) + amount === balance, "Invariant: a balance continues (inv03)");
    accounts.setCash(slot, balance);
    state.unband(slot);
    return;
  }
  const at = placeOfHouse(account);
  const balances = state.house[book];
  assert(balances[at] === balance - amount, "Invariant: a house balance continues (inv03)");
  balances[at] = balance;
}
