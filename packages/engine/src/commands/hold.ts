// Sets money aside for a withdrawal under review: it leaves cash and waits with the house. Paper
// profit never leaves. Refuses: ACCOUNT_UNKNOWN, ONLY_REAL, ALREADY_SETTLED, AMOUNT_INVALID,
// FUNDS_EXCEED_AVAILABLE.
import { money } from "@truetick/money";
import type { Hold } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import { Draft } from "../rules/draft.ts";
import { Prices } from "../rules/prices.ts";
import { NONE } from "../state/columns.ts";
import type { State } from "../state/state.ts";
import { checkAvailable } from "./credit.ts";

export function hold(state: State, command: Hold): Decision {
  const { accountId, withdrawalId, amount, atMs } = command;
  const slot = state.accounts.slotOf(accountId);
  if (slot === NONE) return refuse({ reason: "ACCOUNT_UNKNOWN", accountId });
  if (state.accounts.book(slot) !== "real") return refuse({ reason: "ONLY_REAL", accountId });
  if (state.holds.has(withdrawalId) || state.settled.withdrawal.has(withdrawalId)) {
    return refuse({ reason: "ALREADY_SETTLED", causeId: withdrawalId });
  }
  if (amount <= 0n) return refuse({ reason: "AMOUNT_INVALID", amount });
  const draft = new Draft(state, new Prices(atMs));
  const refusal = checkAvailable(state, slot, amount, draft.prices);
  if (refusal !== null) return refuse(refusal);
  const account = draft.account(slot);
  const why = { cause: "withdrawal-hold", causeId: withdrawalId } as const;
  draft.emit({
    type: "FundsHeld",
    atMs,
    accountId,
    book: account.book,
    withdrawalId,
    amount,
    movements: [draft.moveFromHouse(account, "withdrawals", money(-amount), why)],
  });
  return accept(draft.events);
}
