// The limits that a trader sets for the own account. The engine keeps and enforces them; here they
// are only read, merged with what is asked for, and submitted. Invariant: of one account one change
// is under way at a time, so that two that name different limits lose neither.

import { type Limits, type LimitsChange, limitsToWire } from "@truetick/contract";
import { limitsChangeFromFields } from "@truetick/contract/calls";
import type { AccountId, AccountLimits } from "@truetick/engine";
import { formatMoney, parseMoney } from "@truetick/money";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import {
  type Handlers,
  isRefused,
  type Refused,
  refuse,
  type TraderContext,
} from "../../platform/handler.ts";
import { createTurns } from "../../platform/in-turn.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import { tradingDayEnd } from "../../trading/sessions/trading-day.ts";
import { eventOf, submitAttempt } from "../../trading/submit-attempt.ts";

export type LimitsParts = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "submit" | "read">;
  readonly clock: Pick<Clock, "now">;
};

export type LimitsHandlers = Handlers<"getLimits" | "setLimits">;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function createLimitsHandlers(parts: LimitsParts): LimitsHandlers {
  const { sequencer, clock } = parts;
  const inTurn = createTurns(parts.database);
  const limitsOf = (accountId: AccountId): Promise<AccountLimits | null> =>
    sequencer.read((books) => books.account(accountId)?.limits ?? null);

  return {
    async getLimits(_fields, { caller: { accountId } }) {
      const limits = await limitsOf(accountId);
      if (!limits) return refuse("ACCOUNT_UNKNOWN");
      return limitsToWire(describeLimits(limits, clock.now()));
    },
    async setLimits(fields, context) {
      const change = limitsChangeFromFields(fields);
      return await inTurn(`limits/${context.caller.accountId}`, async () => {
        const limits = await limitsOf(context.caller.accountId);
        if (!limits) return refuse("ACCOUNT_UNKNOWN");
        const set = await submitChange(parts, { limits, change, context });
        return isRefused(set) ? set : limitsToWire(describeLimits(set, clock.now()));
      });
    },
  };
}

/** Refuses with what the engine refuses, or FIELD_INVALID for an amount finer than money is. */
async function submitChange(
  { sequencer, clock }: LimitsParts,
  {
    limits,
    change,
    context,
  }: { limits: AccountLimits; change: LimitsChange; context: TraderContext },
): Promise<AccountLimits | Refused> {
  const nowMs = clock.now();
  const asked = applyChange(limits, change, nowMs);
  if (isRefused(asked)) return asked;
  const command = {
    type: "SetLimits",
    accountId: context.caller.accountId,
    limits: asked,
    dayEndsAtMs: tradingDayEnd("new-york", nowMs),
  } as const;
  const outcome = await submitAttempt(sequencer.submit, command, { context, pricePrecision: null });
  if (isRefused(outcome)) return outcome;
  return eventOf(outcome.events.find((event) => event.type === "LimitsSet")).limits;
}

function applyChange(
  limits: AccountLimits,
  change: LimitsChange,
  nowMs: number,
): AccountLimits | Refused {
  const { dailyLoss, leverageMax, stopOutOrder, coolOffHours, excludeDays } = change;
  const dailyLossMax = typeof dailyLoss === "string" ? parseMoney(dailyLoss) : null;
  if (typeof dailyLoss === "string" && dailyLossMax === null) {
    return refuse("FIELD_INVALID", { field: "daily_loss" });
  }
  return {
    ...limits,
    ...(dailyLoss !== undefined && { dailyLossMax }),
    ...(leverageMax !== undefined && { leverageMax }),
    ...(stopOutOrder !== undefined && { stopOutOrder }),
    ...(coolOffHours !== undefined && { coolOffUntilMs: nowMs + coolOffHours * HOUR_MS }),
    ...(excludeDays !== undefined && { selfExcludedUntilMs: nowMs + excludeDays * DAY_MS }),
  };
}

/** A pause that is over is none. */
function describeLimits(limits: AccountLimits, nowMs: number): Limits {
  const { dailyLossMax, leverageMax, stopOutOrder, coolOffUntilMs, selfExcludedUntilMs } = limits;
  const until = (atMs: number | null) =>
    atMs === null || atMs <= nowMs ? null : Math.floor(atMs / 1_000);
  return {
    dailyLoss: dailyLossMax === null ? null : formatMoney(dailyLossMax),
    leverageMax,
    stopOutOrder,
    coolOffUntil: until(coolOffUntilMs),
    excludedUntil: until(selfExcludedUntilMs),
  };
}
