// The calls of the desk about the support chat: whose conversations wait, one of them with what is
// known of the person, answering, and who answers. Invariant: taking, closing and reopening are
// written down.

import {
  supportAnswerFromFields,
  supportAssignmentFromFields,
  supportCaseFromFields,
  supportCasesFromFields,
  supportClosingFromFields,
  supportSeenFromFields,
  supportThreadIdFromFields,
} from "@truetick/contract/calls";
import { supportCaseToWire, supportRowToWire } from "@truetick/contract/support";
import type { Inbox } from "../../members/inbox/inbox.ts";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import {
  type Handlers,
  isRefused,
  type Refused,
  refuse,
  type StaffCaller,
} from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import { answerPerson } from "./answer-person.ts";
import { listCases, readCase } from "./read-cases.ts";
import type { SupportNews } from "./support-news.ts";
import {
  findUnseen,
  insertMessage,
  lockThread,
  moveReadMark,
  type ThreadRow,
} from "./support-table.ts";

export type SupportDeskParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly read: Sequencer["read"];
  readonly news: SupportNews;
  /** Hosts that staff may name; our own is among them. */
  /** Leaves word for a member who does not look at the chat. */
  readonly inbox: Pick<Inbox, "leave">;
};

export type SupportDeskHandlers = Handlers<
  | "listSupportCases"
  | "showSupportCase"
  | "answerSupport"
  | "seeSupport"
  | "typeAnswer"
  | "assignSupport"
  | "closeSupport"
  | "reopenSupport"
>;

export function createSupportDesk(parts: SupportDeskParts): SupportDeskHandlers {
  const { database, news } = parts;
  return {
    async listSupportCases(fields, { staff }) {
      const found = await listCases(database, { ...supportCasesFromFields(fields), staff });
      if (isRefused(found)) return found;
      return { data: found.rows.map(supportRowToWire), next: found.next };
    },
    async showSupportCase(fields) {
      const shown = await readCase(parts, supportCaseFromFields(fields));
      return isRefused(shown) ? shown : supportCaseToWire(shown);
    },
    async answerSupport(fields, { staff, attempt }) {
      const answer = { ...supportAnswerFromFields(fields), staff, attempt };
      const sent = await answerPerson(parts, answer);
      return isRefused(sent) ? sent : { id: String(sent) };
    },
    async seeSupport(fields) {
      const { threadId, messageId } = supportSeenFromFields(fields);
      const keys = await findKeys(database, threadId);
      if (!keys) return refuse("SUPPORT_THREAD_UNKNOWN");
      const mark = { threadIds: [BigInt(threadId)], side: "staff", messageId } as const;
      const moved = await moveReadMark(database, mark);
      if (moved.length > 0) news.tellOwner(keys, "read");
      if (moved.length > 0) news.tellDesk(threadId, "read");
      return {};
    },
    async typeAnswer(fields) {
      const keys = await findKeys(database, supportThreadIdFromFields(fields));
      if (!keys) return refuse("SUPPORT_THREAD_UNKNOWN");
      news.tellOwner(keys, "typing");
      return {};
    },
    async assignSupport(fields, { staff }) {
      const { threadId, isMine } = supportAssignmentFromFields(fields);
      const change = { staff_id: isMine ? BigInt(staff.staffId) : null };
      return await changeThread(parts, {
        threadId,
        staff,
        action: isMine ? "take" : "release",
        change,
      });
    },
    async closeSupport(fields, { staff }) {
      const closing = supportClosingFromFields(fields);
      const change = { closed_ms: nowOf(parts), waiting_ms: null };
      return await changeThread(parts, { ...closing, staff, action: "close", change });
    },
    async reopenSupport(fields, { staff }) {
      const threadId = supportThreadIdFromFields(fields);
      return await changeThread(parts, {
        threadId,
        staff,
        action: "reopen",
        change: { closed_ms: null },
      });
    },
  };
}

const nowOf = ({ clock }: Pick<SupportDeskParts, "clock">) => BigInt(Math.floor(clock.now()));

function findKeys(database: Database, threadId: number) {
  return database
    .selectFrom("support_thread")
    .select(["user_id", "visitor_hash"])
    .where("id", "=", BigInt(threadId))
    .where("forgotten_ms", "is", null)
    .executeTakeFirst();
}

type Change = {
  readonly threadId: number;
  readonly staff: StaffCaller;
  readonly action: "take" | "release" | "close" | "reopen";
  /** The newest message on the screen; without one nobody asks what came after it. */
  readonly seenId?: number | null;
  readonly change: Partial<Pick<ThreadRow, "staff_id" | "closed_ms" | "waiting_ms">>;
};

/** With its line in the audit log; closing is told in the conversation itself. */
async function changeThread(
  parts: SupportDeskParts,
  { threadId, staff, action, change, seenId = null }: Change,
): Promise<Record<string, never> | Refused> {
  const { database, news } = parts;
  const thread = await inTransaction(database, async (trx) => {
    const found = await lockThread(trx, threadId);
    if (!found) return refuse("SUPPORT_THREAD_UNKNOWN");
    const isClosing = action === "close";
    if (isClosing && found.closed_ms !== null) return found;
    if (seenId !== null && (await findUnseen(trx, { threadId: found.id, seenId }))) {
      return refuse("SUPPORT_UNSEEN");
    }
    await trx.updateTable("support_thread").set(change).where("id", "=", found.id).execute();
    if (isClosing) await tellClosed(trx, { found, staff, atMs: Number(nowOf(parts)) });
    await appendAudit(trx, {
      actor: staffActor(staff),
      action: `support.${action}`,
      subject: { kind: "support_thread", id: threadId },
      detail: { was: found.staff_id === null ? "" : String(found.staff_id) },
    });
    return found;
  });
  if (isRefused(thread)) return thread;
  news.tellDesk(threadId, "state");
  if (action === "close") news.tellOwner(thread, "message");
  return {};
}

async function tellClosed(
  trx: Database,
  told: { readonly found: ThreadRow; readonly staff: StaffCaller; readonly atMs: number },
): Promise<void> {
  const { found, staff, atMs } = told;
  const message = { threadId: found.id, author: "system", text: "closed", uploadId: null } as const;
  await insertMessage(trx, { ...message, staffId: staff.staffId, attempt: null, atMs });
}
