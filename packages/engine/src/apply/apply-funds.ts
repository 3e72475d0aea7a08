// What movements of funds change: cash through the ledger, holds, and which ids have settled. A
// deposit or withdrawal is no loss or gain of the day, so the day's equity moves along with it.
import { assert } from "@truetick/money";
import type {
  BalanceProtected,
  DemoReset,
  FinancingCharged,
  FundsCredited,
  FundsHeld,
  FundsTransferred,
  HoldReleased,
  HoldSettled,
} from "../event.ts";
import type { State } from "../state/state.ts";
import { accountSlot } from "./apply-account.ts";
import { bookMovements } from "./book.ts";

export function applyFundsCredited(state: State, event: FundsCredited): void {
  bookMovements(state, event.movements);
  if (event.cause !== "demo-grant") settleOnce(state, event.cause, event.causeId);
  shiftDay(state, event.accountId, event.amount);
}

export function applyFundsHeld(state: State, event: FundsHeld): void {
  const slot = accountSlot(state, event.accountId);
  bookMovements(state, event.movements);
  assert(!state.holds.has(event.withdrawalId), "Invariant: a withdrawal is held once (inv21)");
  state.holds.set(event.withdrawalId, { account: slot, amount: event.amount });
  state.accounts.addHeld(slot, event.amount);
  shiftDay(state, event.accountId, -event.amount);
}

export function applyHoldReleased(state: State, event: HoldReleased): void {
  bookMovements(state, event.movements);
  endHold(state, event);
  shiftDay(state, event.accountId, event.amount);
}

export function applyHoldSettled(state: State, event: HoldSettled): void {
  bookMovements(state, event.movements);
  endHold(state, event);
}

export function applyFundsTransferred(state: State, event: FundsTransferred): void {
  bookMovements(state, event.movements);
  settleOnce(state, "transfer", event.transferId);
  shiftDay(state, event.fromAccountId, -event.amount);
  shiftDay(state, event.toAccountId, event.amount);
}

export function applyFinancingCharged(state: State, event: FinancingCharged): void {
  bookMovements(state, event.movements);
}

export function applyBalanceProtected(state: State, event: BalanceProtected): void {
  bookMovements(state, event.movements);
  const slot = accountSlot(state, event.accountId);
  assert(state.accounts.cash(slot) === 0n, "Invariant: protection ends at zero (P09)");
  assert(state.accounts.holdingCount(slot) === 0, "Invariant: only the flat are protected");
}

export function applyDemoReset(state: State, event: DemoReset): void {
  bookMovements(state, event.movements);
  const { accounts } = state;
  const slot = accountSlot(state, event.accountId);
  accounts.setDayEquity(slot, accounts.cash(slot));
}

function endHold(state: State, event: HoldReleased | HoldSettled): void {
  const slot = accountSlot(state, event.accountId);
  const held = state.holds.get(event.withdrawalId);
  assert(held?.amount === event.amount, "Invariant: a hold ends with what it held (inv21)");
  state.holds.delete(event.withdrawalId);
  state.accounts.addHeld(slot, -event.amount);
  settleOnce(state, "withdrawal", event.withdrawalId);
}

function settleOnce(state: State, kind: keyof State["settled"], id: number): void {
  assert(!state.settled[kind].has(id), "Invariant: an id settles once (inv27)");
  state.settled[kind].add(id);
}

function shiftDay(state: State, accountId: number, amount: bigint): void {
  const { accounts } = state;
  const slot = accountSlot(state, accountId);
  accounts.setDayEquity(slot, accounts.dayEquity(slot) + amount);
}
