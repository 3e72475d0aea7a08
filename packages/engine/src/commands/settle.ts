// A withdrawal was paid: its money leaves the house, but for the fee, which the house keeps. Each
// withdrawal ends once (inv21), and what was held is what leaves and what is kept, to the last
// millionth. Refuses: HOLD_UNKNOWN, ALREADY_SETTLED, AMOUNT_INVALID.
import { money, ZERO_MONEY } from "@truetick/money";
import type { Settle } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import type { Movement } from "../ledger.ts";
import { Draft } from "../rules/draft.ts";
import { findHold } from "../rules/find-hold.ts";
import { Prices } from "../rules/prices.ts";
import type { State } from "../state/state.ts";

export function settle(state: State, { withdrawalId, fee, atMs }: Settle): Decision {
  const held = findHold(state, withdrawalId);
  if ("reason" in held) return refuse(held);
  const amount = money(held.amount);
  if (fee < ZERO_MONEY || fee > amount) return refuse({ reason: "AMOUNT_INVALID", amount: fee });
  const draft = new Draft(state, new Prices(atMs));
  const { accountId, book } = draft.account(held.account);
  const movements: Movement[] = [];
  if (fee > ZERO_MONEY) {
    const move = { from: "withdrawals", to: "fees", amount: fee } as const;
    const why = { cause: "withdrawal-fee", causeId: withdrawalId } as const;
    movements.push(draft.moveInHouse(book, move, why));
  }
  const paid = money(amount - fee);
  if (paid > ZERO_MONEY) {
    const move = { from: "withdrawals", to: "clearing", amount: paid } as const;
    const why = { cause: "withdrawal-payout", causeId: withdrawalId } as const;
    movements.push(draft.moveInHouse(book, move, why));
  }
  draft.emit({ type: "HoldSettled", atMs, accountId, book, withdrawalId, amount, movements });
  return accept(draft.events);
}
