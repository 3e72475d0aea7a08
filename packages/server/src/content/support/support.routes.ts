// The calls of the support chat for those who ask: their conversation, saying something, how far
// they have read, that they are writing, and taking along what was said before logging in.
// Invariant: whose conversation it is follows from the session or from the key, never from a field
// that names it (T74).

import {
  supportDraftFromFields,
  supportKeyFromFields,
  supportPageFromFields,
  supportReadFromFields,
} from "@truetick/contract/calls";
import {
  type SupportOffice,
  type SupportThread,
  supportThreadToWire,
} from "@truetick/contract/support";
import { sql } from "kysely";
import {
  type CallContext,
  type Caller,
  type Handlers,
  isRefused,
  type Refused,
  refuse,
} from "../../platform/handler.ts";
import { type SendParts, sendToSupport } from "./send-to-support.ts";
import { keysOf } from "./support-news.ts";
import {
  countUnread,
  describeMessage,
  findThreads,
  keyUsedSinceMs,
  moveReadMark,
  readMessages,
  type ThreadOwner,
} from "./support-table.ts";
import { hashVisitorKey } from "./visitor-key.ts";

export type SupportParts = SendParts & { readonly office: () => Promise<SupportOffice> };

export type SupportHandlers = Handlers<
  | "getSupportThread"
  | "getVisitorThread"
  | "sendSupport"
  | "readSupport"
  | "typeSupport"
  | "joinSupport"
>;

const memberOf = ({ userId, isDemo }: Caller): ThreadOwner => ({ userId, isDemo });

/** Refuses with SUPPORT_KEY_WEAK. */
function visitorOf(key: string): ThreadOwner | Refused {
  const keyHash = hashVisitorKey(key);
  return keyHash === null ? refuse("SUPPORT_KEY_WEAK") : { keyHash };
}

/** Refuses with SESSION_EXPIRED when there is neither a session nor a key, or SUPPORT_KEY_WEAK. */
function ownerOf(
  { caller }: Pick<CallContext, "caller">,
  key: string | null,
): ThreadOwner | Refused {
  if (caller) return memberOf(caller);
  return key === null ? refuse("SESSION_EXPIRED") : visitorOf(key);
}

export function createSupportHandlers(parts: SupportParts): SupportHandlers {
  return {
    async getSupportThread(fields, { caller }) {
      const { before } = supportPageFromFields(fields);
      return supportThreadToWire(await readThread(parts, memberOf(caller), before));
    },
    async getVisitorThread(fields) {
      const owner = visitorOf(fields.key);
      if (isRefused(owner)) return owner;
      const { before } = supportPageFromFields(fields);
      return supportThreadToWire(await readThread(parts, owner, before));
    },
    async sendSupport(fields, { caller, attempt, language, address }) {
      const { text, image, key } = supportDraftFromFields(fields);
      const owner = ownerOf({ caller }, key);
      if (isRefused(owner)) return owner;
      const draft = { owner, text, image, attempt, address, language: language.id };
      const sent = await sendToSupport(parts, draft);
      return isRefused(sent) ? sent : { id: String(sent) };
    },
    async readSupport(fields, { caller }) {
      const { messageId, key } = supportReadFromFields(fields);
      const owner = ownerOf({ caller }, key);
      return isRefused(owner) ? owner : await markRead(parts, owner, messageId);
    },
    async typeSupport(fields, { caller }) {
      const owner = ownerOf({ caller }, supportKeyFromFields(fields).key);
      return isRefused(owner) ? owner : await tellTyping(parts, owner);
    },
    async joinSupport({ key }, { caller }) {
      const visitor = visitorOf(key);
      return isRefused(visitor) ? visitor : await joinThreads(parts, visitor, caller);
    },
  };
}

/** Staff are numbers to those who write to them (H10). */
const agentNumber = (staffId: number) => String(staffId);

async function readThread(
  { database, clock, office }: SupportParts,
  owner: ThreadOwner,
  before: number | null,
): Promise<SupportThread> {
  const threads = await findThreads(database, owner, clock.now());
  const ids = threads.map(({ id }) => id);
  const [{ rows, hasOlder }, unread, open] = await Promise.all([
    readMessages(database, ids, before),
    countUnread(database, ids, "staff"),
    office(),
  ]);
  const theirs = threads.map(({ staff_read_id }) => Number(staff_read_id));
  return {
    messages: rows.map((row) => describeMessage(row, agentNumber)).reverse(),
    hasOlder,
    unread: [...unread.values()].reduce((sum, count) => sum + count, 0),
    theirReadId: String(Math.max(0, ...theirs)),
    isClosed: threads[0] !== undefined && threads[0].closed_ms !== null,
    office: open,
    canSendImages: "userId" in owner && !owner.isDemo,
  };
}

async function markRead(
  { database, clock, news }: SupportParts,
  owner: ThreadOwner,
  messageId: number,
): Promise<Record<string, never>> {
  const threads = await findThreads(database, owner, clock.now());
  const threadIds = threads.map(({ id }) => id);
  const moved = await moveReadMark(database, { threadIds, side: "user", messageId });
  for (const id of moved) news.tellDesk(Number(id), "read");
  // The same person's other screens count fewer, too.
  if (moved.length > 0) news.tellOwner(keysOf(owner), "read");
  return {};
}

async function tellTyping(
  { database, clock, limits, news }: SupportParts,
  owner: ThreadOwner,
): Promise<Record<string, never>> {
  const sender = "userId" in owner ? String(owner.userId) : owner.keyHash.toString("hex");
  if (!limits.allowsTyping(sender)) return {};
  const [newest] = await findThreads(database, owner, clock.now());
  if (newest) news.tellDesk(Number(newest.id), "typing");
  return {};
}

/** Only who has the key: what somebody else said as a visitor stays theirs. */
async function joinThreads(
  { database, clock, news }: SupportParts,
  visitor: ThreadOwner,
  { userId }: Caller,
): Promise<Record<string, never>> {
  const { visitor_hash } = keysOf(visitor);
  const joined = await database
    .updateTable("support_thread")
    .set({ user_id: BigInt(userId), visitor_hash: sql`null` })
    .where("visitor_hash", "=", visitor_hash)
    .where("visitor_used_ms", ">", keyUsedSinceMs(clock.now()))
    .returning("id")
    .execute();
  for (const { id } of joined) news.tellDesk(Number(id), "state");
  if (joined.length > 0) news.tellOwner(keysOf({ userId, isDemo: false }), "message");
  return {};
}
