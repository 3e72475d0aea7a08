// The movement of a decision that makes no other: between an account and a house account, from the
// balances of the state as it stands. Decisions of several movements keep a draft of balances.
import { type Money, money } from "@truetick/money";
import { type HouseAccount, type Movement, type MovementCause, placeOfHouse } from "../ledger.ts";
import type { State } from "../state/state.ts";

/** Moves money from a house account to an account (back, when negative). */
export function onlyMovement(
  state: State,
  account: number,
  move: { from: HouseAccount; amount: Money; cause: MovementCause; causeId: number },
): Movement {
  const { accounts } = state;
  const { from, amount } = move;
  const book = accounts.book(account);
  const opposite = money(-amount);
  const house = state.house[book][placeOfHouse(from)] ?? 0n;
  return {
    movementId: state.nextMovementId,
    book,
    cause: move.cause,
    causeId: move.causeId,
    postings: [
      {
        account: accounts.accountId(account),
        amount,
        balance: money(accounts.cash(account) + amount),
      },
      { account: from, amount: opposite, balance: money(house + opposite) },
    ],
  };
}
