// Moves money between two accounts of one owner in one book: main account and copy accounts.
// Refuses: ACCOUNT_UNKNOWN, SAME_ACCOUNT, OWNER_MISMATCH, BOOK_MISMATCH, ALREADY_SETTLED,
// AMOUNT_INVALID, FUNDS_EXCEED_AVAILABLE, CASH_ABOVE_MAXIMUM.
import type { Transfer } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import type { Refusal } from "../refusal.ts";
import { Draft } from "../rules/draft.ts";
import { Prices } from "../rules/prices.ts";
import { NONE } from "../state/columns.ts";
import type { State } from "../state/state.ts";
import { checkAvailable, checkCash } from "./credit.ts";

export function transfer(state: State, command: Transfer): Decision {
  const { transferId, fromAccountId, toAccountId, amount, cause, atMs } = command;
  const from = state.accounts.slotOf(fromAccountId);
  if (from === NONE) return refuse({ reason: "ACCOUNT_UNKNOWN", accountId: fromAccountId });
  const to = state.accounts.slotOf(toAccountId);
  if (to === NONE) return refuse({ reason: "ACCOUNT_UNKNOWN", accountId: toAccountId });
  const draft = new Draft(state, new Prices(atMs));
  const refusal =
    checkPair(state, command, { from, to }) ??
    checkAvailable(state, from, amount, draft.prices) ??
    checkCash(state, to, amount);
  if (refusal !== null) return refuse(refusal);
  const giver = draft.account(from);
  const why = { cause, causeId: transferId };
  draft.emit({
    type: "FundsTransferred",
    atMs,
    transferId,
    fromAccountId,
    toAccountId,
    book: giver.book,
    cause,
    amount,
    movements: [draft.moveBetween(giver, draft.account(to), amount, why)],
  });
  return accept(draft.events);
}

function checkPair(
  state: State,
  command: Transfer,
  { from, to }: { from: number; to: number },
): Refusal | null {
  const { fromAccountId, toAccountId, transferId, amount } = command;
  const { accounts } = state;
  if (from === to) return { reason: "SAME_ACCOUNT", accountId: fromAccountId };
  if (accounts.ownerId(from) !== accounts.ownerId(to)) {
    return { reason: "OWNER_MISMATCH", from: fromAccountId, to: toAccountId };
  }
  if (accounts.book(from) !== accounts.book(to)) {
    return { reason: "BOOK_MISMATCH", from: accounts.book(from), to: accounts.book(to) };
  }
  if (state.settled.transfer.has(transferId)) {
    return { reason: "ALREADY_SETTLED", causeId: transferId };
  }
  return amount > 0n ? null : { reason: "AMOUNT_INVALID", amount };
}
