// The calls about the caller's own account: balance, detail, log, and the reset of a demo. The
// account is always the session's, and nothing is kept between calls (T74).

import { accountLogEntryToWire, accountToWire } from "@truetick/contract";
import { accountLogFromFields, ROWS_PER_PAGE } from "@truetick/contract/calls";
import { DEMO_BALANCE } from "@truetick/engine";
import { formatBalance } from "@truetick/money";
import { createAttemptLimit } from "../../platform/attempt-limit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Handlers, isRefused, refuse } from "../../platform/handler.ts";
import type { News } from "../../platform/news/news.ts";
import type { Sequencer } from "../sequencer/sequencer.ts";
import { submitAttempt } from "../submit-attempt.ts";
import { countAccountLog, readAccountLog } from "./account-log.ts";
import { describeAccount, describeMovement } from "./describe-account.ts";

export type AccountParts = {
  readonly submit: Sequencer["submit"];
  readonly read: Sequencer["read"];
  readonly database: Database;
  readonly clock: Pick<Clock, "monotonic">;
  /** Whose counts of resets are one with ours. */
  readonly news?: News;
};

const HOUR_MS = 3_600_000;
/** Enough for anyone who learns, too few to fill a ledger with (T23). */
const RESETS_PER_HOUR_MAX = 20;

export type AccountHandlers = Handlers<
  "getBalance" | "getAccount" | "listAccountLog" | "resetDemoAccount"
>;

export function createAccountHandlers(parts: AccountParts): AccountHandlers {
  return {
    async getBalance(_fields, { caller: { accountId } }) {
      const view = await parts.read((books) => books.account(accountId));
      return view ? { balance: formatBalance(view.balance) } : refuse("ACCOUNT_UNKNOWN");
    },
    async getAccount(_fields, { caller: { accountId } }) {
      const view = await parts.read((books) => books.account(accountId));
      return view ? accountToWire(describeAccount(view)) : refuse("ACCOUNT_UNKNOWN");
    },
    async listAccountLog(fields, { caller: { accountId }, language }) {
      const { page, before } = accountLogFromFields(fields);
      const skip = before === null ? (page - 1) * ROWS_PER_PAGE : 0;
      const [movements, total] = await Promise.all([
        readAccountLog(parts.database, { accountId, before, skip, take: ROWS_PER_PAGE }),
        countAccountLog(parts.database, accountId),
      ]);
      const entries = movements.map((movement) => describeMovement(movement, language));
      return { data: entries.map(accountLogEntryToWire), total };
    },
    resetDemoAccount: createReset(parts),
  };
}

function createReset({ submit, clock, news }: AccountParts): AccountHandlers["resetDemoAccount"] {
  const resets = createAttemptLimit({
    clock,
    attemptsMax: RESETS_PER_HOUR_MAX,
    windowMs: HOUR_MS,
    ...(news && { shared: { news, name: "resets" } }),
  });
  return async (_fields, context) => {
    const { accountId } = context.caller;
    if (!resets.allows(String(accountId), context.attempt?.key)) return refuse("TOO_MANY");
    const command = { type: "ResetDemo", accountId } as const;
    const outcome = await submitAttempt(submit, command, { context, pricePrecision: null });
    return isRefused(outcome) ? outcome : { balance: formatBalance(DEMO_BALANCE) };
  };
}
