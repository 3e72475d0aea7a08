// The New York cut for accounts: daily losses count from the equity of this moment, for every
// account, so that a limit set later counts from here too. An account that has neither gained nor
// lost since the last cut leaves no event. Refuses: DAY_ALREADY_STARTED.
import { type Money, money } from "@truetick/money";
import type { StartDay } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import type { Event } from "../event.ts";
import { floatingOf } from "../rules/equity.ts";
import { Prices } from "../rules/prices.ts";
import type { State } from "../state/state.ts";

export function startDay(state: State, { cutDate, atMs }: StartDay): Decision {
  if (cutDate <= state.lastDayDate) {
    return refuse({ reason: "DAY_ALREADY_STARTED", cutDate, newest: state.lastDayDate });
  }
  const prices = new Prices(atMs);
  const { accounts } = state;
  const events: Event[] = [{ type: "DayStarted", atMs, cutDate }];
  for (let slot = 0; slot < accounts.count; slot += 1) {
    const equity = equityNow(state, slot, prices);
    if (equity === accounts.dayEquity(slot)) continue;
    const accountId = accounts.accountId(slot);
    events.push({ type: "DayEquitySet", atMs, accountId, equity });
  }
  return accept(events);
}

/** Cash alone while a position cannot be valued: the limit then errs on the careful side. */
export function equityNow(state: State, slot: number, prices: Prices): Money {
  const floating = floatingOf(state, slot, prices) ?? 0n;
  return money(state.accounts.cash(slot) + floating);
}
