// Gives the money of a rejected withdrawal back to its account. Each withdrawal ends once (inv21).
// Refuses: HOLD_UNKNOWN, ALREADY_SETTLED.
import { money } from "@truetick/money";
import type { Release } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import { Draft } from "../rules/draft.ts";
import { findHold } from "../rules/find-hold.ts";
import { Prices } from "../rules/prices.ts";
import type { State } from "../state/state.ts";

export function release(state: State, { withdrawalId, atMs }: Release): Decision {
  const held = findHold(state, withdrawalId);
  if ("reason" in held) return refuse(held);
  const draft = new Draft(state, new Prices(atMs));
  const account = draft.account(held.account);
  const amount = money(held.amount);
  const why = { cause: "withdrawal-release", causeId: withdrawalId } as const;
  draft.emit({
    type: "HoldReleased",
    atMs,
    accountId: account.accountId,
    book: account.book,
    withdrawalId,
    amount,
    movements: [draft.moveFromHouse(account, "withdrawals", amount, why)],
  });
  return accept(draft.events);
}
