// Credits a deposit, or books an operator's adjustment, which may be negative. Each id counts once.
// Refuses: ACCOUNT_UNKNOWN, AMOUNT_INVALID, ONLY_REAL, SELF_EXCLUDED (deposits), ALREADY_SETTLED,
// FUNDS_EXCEED_AVAILABLE (a negative adjustment), CASH_ABOVE_MAXIMUM.
import { type Money, money, ZERO_MONEY } from "@truetick/money";
import type { Credit } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import type { Refusal } from "../refusal.ts";
import { Draft } from "../rules/draft.ts";
import { availableOf } from "../rules/equity.ts";
import { Prices } from "../rules/prices.ts";
import { NONE } from "../state/columns.ts";
import type { State } from "../state/state.ts";

/** A billion. Far below what a ledger row holds, far above what an account should. */
export const ACCOUNT_CASH_MAX = money(1_000_000_000_000_000n);

export function credit(state: State, command: Credit): Decision {
  const { accountId, cause, causeId, amount, atMs } = command;
  const slot = state.accounts.slotOf(accountId);
  if (slot === NONE) return refuse({ reason: "ACCOUNT_UNKNOWN", accountId });
  const draft = new Draft(state, new Prices(atMs));
  const refusal = checkCredit(state, slot, command, draft.prices);
  if (refusal !== null) return refuse(refusal);
  const account = draft.account(slot);
  const house = cause === "deposit" ? "clearing" : "adjustments";
  draft.emit({
    type: "FundsCredited",
    atMs,
    accountId,
    book: account.book,
    cause,
    causeId,
    amount,
    movements: [draft.moveFromHouse(account, house, amount, { cause, causeId })],
  });
  return accept(draft.events);
}

function checkCredit(state: State, slot: number, command: Credit, prices: Prices): Refusal | null {
  const { accountId, cause, causeId, amount, atMs } = command;
  const { accounts } = state;
  if (state.settled[cause].has(causeId)) return { reason: "ALREADY_SETTLED", causeId };
  if (cause === "deposit") {
    if (accounts.book(slot) !== "real") return { reason: "ONLY_REAL", accountId };
    if (amount <= 0n) return { reason: "AMOUNT_INVALID", amount };
    const untilMs = accounts.selfExcludedUntilMs(slot);
    if (untilMs > atMs) return { reason: "SELF_EXCLUDED", untilMs };
  }
  if (amount === 0n) return { reason: "AMOUNT_INVALID", amount };
  if (amount < 0n) return checkAvailable(state, slot, money(-amount), prices);
  return checkCash(state, slot, amount);
}

/** FUNDS_EXCEED_AVAILABLE: nothing leaves that positions need. */
export function checkAvailable(
  state: State,
  slot: number,
  amount: Money,
  prices: Prices,
): Refusal | null {
  const available = availableOf(state, slot, prices) ?? ZERO_MONEY;
  return amount <= available ? null : { reason: "FUNDS_EXCEED_AVAILABLE", amount, available };
}

/** CASH_ABOVE_MAXIMUM. */
export function checkCash(state: State, slot: number, amount: Money): Refusal | null {
  const cash = money(state.accounts.cash(slot) + amount);
  if (cash <= ACCOUNT_CASH_MAX) return null;
  return { reason: "CASH_ABOVE_MAXIMUM", cash, cashMax: ACCOUNT_CASH_MAX };
}
