// The calls about the caller's own sessions and logins. Another's session is an unknown one (T74).

import { loginRecordToWire, openSessionToWire } from "@truetick/contract";
import { loginListFromFields, ROWS_PER_PAGE, sessionIdFromFields } from "@truetick/contract/calls";
import type { Database } from "../../platform/database.ts";
import { type Handlers, refuse } from "../../platform/handler.ts";
import { momentText } from "../../platform/moment-text.ts";
import { readLogins } from "./login-record-table.ts";
import { readSessions } from "./session-table.ts";
import type { Sessions } from "./sessions.ts";
import { deviceText } from "./visit.ts";

export type SessionHandlers = Handlers<
  "listSessions" | "revokeSession" | "revokeOtherSessions" | "listLogins"
>;

export function createSessionHandlers({
  database,
  sessions,
}: {
  database: Database;
  sessions: Pick<Sessions, "revoke">;
}): SessionHandlers {
  return {
    async listSessions(_fields, { caller, language }) {
      const rows = await readSessions(database, caller.userId);
      const data = rows.map((row) =>
        openSessionToWire({
          id: String(row.id),
          device: deviceText(language, row.device),
          address: row.addressMasked,
          createdAt: secondsOf(row.createdAt),
          lastUsedAt: secondsOf(row.lastUsedAt),
          isCurrent: row.id === caller.sessionId,
        }),
      );
      return { data, total: data.length };
    },
    async revokeSession(fields, { caller: { userId } }) {
      const sessionId = sessionIdFromFields(fields);
      const ended = await sessions.revoke({ userId, sessionId });
      return ended === 1 ? {} : refuse("SESSION_UNKNOWN");
    },
    async revokeOtherSessions(_fields, { caller: { userId, sessionId } }) {
      return { ended: await sessions.revoke({ userId, exceptSessionId: sessionId }) };
    },
    async listLogins(fields, { caller: { userId }, language }) {
      const { page } = loginListFromFields(fields);
      const skip = (page - 1) * ROWS_PER_PAGE;
      const { rows, total } = await readLogins(database, { userId, skip, take: ROWS_PER_PAGE });
      const data = rows.map((row) =>
        loginRecordToWire({
          id: String(row.id),
          at: secondsOf(row.at),
          atText: momentText(language, row.at.getTime()),
          device: deviceText(language, row.device),
          address: row.address_masked,
          method: row.method,
          isOk: row.is_ok,
        }),
      );
      return { data, total };
    },
  };
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}
