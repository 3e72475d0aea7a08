// A withdrawal was paid: its money leaves the house. Each withdrawal ends once (inv21).
// Refuses: HOLD_UNKNOWN, ALREADY_SETTLED.
import { money } from "@truetick/money";
import type { Settle } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import { Draft } from "../rules/draft.ts";
import { findHold } from "../rules/find-hold.ts";
import { Prices } from "../rules/prices.ts";
import type { State } from "../state/state.ts";

export function settle(state: State, { withdrawalId, atMs }: Settle): Decision {
  const held = findHold(state, withdrawalId);
  if ("reason" in held) return refuse(held);
  const draft = new Draft(state, new Prices(atMs));
  const { accountId, book } = draft.account(held.account);
  const amount = money(held.amount);
  const move = { from: "withdrawals", to: "clearing", amount } as const;
  const why = { cause: "withdrawal-payout", causeId: withdrawalId } as const;
  draft.emit({
    type: "HoldSettled",
    atMs,
    accountId,
    book,
    withdrawalId,
    amount,
    movements: [draft.moveInHouse(book, move, why)],
  });
  return accept(draft.events);
}
