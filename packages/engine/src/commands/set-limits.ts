// Sets what the owner of an account has decided for it: daily loss, cool-off, self-exclusion,
// highest leverage, order of a stop-out. A pause cannot be shortened before it ends. A daily loss
// counts from the last New York cut, and once anything is lost its limit is neither raised nor
// taken off before the next. Refuses: ACCOUNT_UNKNOWN, LIMIT_NOT_LOOSENED, DAILY_LOSS_REACHED,
// AMOUNT_INVALID.
import { money } from "@truetick/money";
import type { SetLimits } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import type { Refusal } from "../refusal.ts";
import { Prices } from "../rules/prices.ts";
import { NONE } from "../state/columns.ts";
import type { State } from "../state/state.ts";
import { equityNow } from "./start-day.ts";

export function setLimits(state: State, command: SetLimits): Decision {
  const { accountId, limits, atMs } = command;
  const { accounts } = state;
  const slot = accounts.slotOf(accountId);
  if (slot === NONE) return refuse({ reason: "ACCOUNT_UNKNOWN", accountId });
  const refusal =
    checkPause(accounts.coolOffUntilMs(slot), limits.coolOffUntilMs, atMs) ??
    checkPause(accounts.selfExcludedUntilMs(slot), limits.selfExcludedUntilMs, atMs) ??
    checkDailyLoss(state, slot, command);
  if (refusal !== null) return refuse(refusal);
  const dayEquity = accounts.dayEquity(slot);
  return accept([{ type: "LimitsSet", atMs, accountId, limits, dayEquity }]);
}

function checkPause(untilMs: number, newUntilMs: number | null, atMs: number): Refusal | null {
  const isShortened = untilMs > atMs && (newUntilMs ?? 0) < untilMs;
  return isShortened ? { reason: "LIMIT_NOT_LOOSENED", untilMs } : null;
}

function checkDailyLoss(state: State, slot: number, command: SetLimits): Refusal | null {
  const { accounts } = state;
  const newMax = command.limits.dailyLossMax;
  if (newMax !== null && newMax <= 0n) return { reason: "AMOUNT_INVALID", amount: newMax };
  if (!accounts.hasDailyLossLimit(slot)) return null;
  const lossMax = accounts.dailyLossMax(slot);
  if (newMax !== null && newMax <= lossMax) return null;
  const equity = equityNow(state, slot, new Prices(command.atMs));
  const loss = money(accounts.dayEquity(slot) - equity);
  if (loss >= lossMax) return { reason: "DAILY_LOSS_REACHED", loss, lossMax };
  return loss > 0n ? { reason: "LIMIT_NOT_LOOSENED", untilMs: command.dayEndsAtMs } : null;
}
