// What the events of an account change besides its money.
import { assert } from "@truetick/money";
import type {
  AccountOpened,
  DayEquitySet,
  LimitsSet,
  MarginCalled,
  MarginRestored,
  StoppedOut,
} from "../event.ts";
import { NONE } from "../state/columns.ts";
import type { State } from "../state/state.ts";

export function applyAccountOpened(state: State, event: AccountOpened): void {
  state.accounts.add(event);
}

export function applyLimitsSet(state: State, event: LimitsSet): void {
  const slot = accountSlot(state, event.accountId);
  state.accounts.setLimits(slot, event.limits);
  state.accounts.setDayEquity(slot, event.dayEquity ?? 0n);
}

export function applyDayEquitySet(state: State, event: DayEquitySet): void {
  state.accounts.setDayEquity(accountSlot(state, event.accountId), event.equity);
}

export function applyMarginTold(state: State, event: MarginCalled | MarginRestored): void {
  const slot = accountSlot(state, event.accountId);
  const isCalled = event.type === "MarginCalled";
  assert(state.accounts.isMarginCalled(slot) !== isCalled, "Invariant: told once per crossing");
  state.accounts.setMarginCalled(slot, isCalled);
  state.unband(slot);
}

/** Evidence only; the closings follow as their own events. */
export function applyStoppedOut(state: State, event: StoppedOut): void {
  const slot = accountSlot(state, event.accountId);
  assert(state.accounts.used(slot) === event.used, "Invariant: evidence shows the margin used");
}

export function accountSlot(state: State, accountId: number): number {
  const slot = state.accounts.slotOf(accountId);
  assert(slot !== NONE, "Invariant: events name accounts that exist");
  return slot;
}
