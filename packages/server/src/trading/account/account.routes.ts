// The calls about the caller's own account: balance, detail, log. The account is always the
// session's, and nothing is kept between calls (T74). The reset of a demo ends its copies too, so
// that it stands with them, in community/copying.

import { accountLogEntryToWire, accountToWire } from "@truetick/contract";
import { accountLogFromFields, ROWS_PER_PAGE } from "@truetick/contract/calls";
import { formatBalance } from "@truetick/money";
import type { Database } from "../../platform/database.ts";
import { type Handlers, refuse } from "../../platform/handler.ts";
import type { Sequencer } from "../sequencer/sequencer.ts";
import { countAccountLog, readAccountLog } from "./account-log.ts";
import { describeAccount, describeMovement } from "./describe-account.ts";

export type AccountParts = {
  readonly read: Sequencer["read"];
  readonly database: Database;
};

export type AccountHandlers = Handlers<"getBalance" | "getAccount" | "listAccountLog">;

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
  };
}
