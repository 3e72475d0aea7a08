// The calls about the caller's notices. Whose they are is the session's word, never a field (T74).

import { noticeListFromFields, readNoticesFromFields } from "@truetick/contract/calls";
import type { Handlers } from "../../platform/handler.ts";
import type { Inbox } from "./inbox.ts";

export type InboxHandlers = Handlers<"listNotices" | "readNotices">;

export function createInboxHandlers(inbox: Pick<Inbox, "page" | "read">): InboxHandlers {
  return {
    async listNotices(fields, { caller: { userId }, language }) {
      const { data, unread } = await inbox.page(
        { userId, language },
        noticeListFromFields(fields).before,
      );
      return { data: [...data], unread };
    },
    async readNotices(fields, { caller: { userId } }) {
      return { unread: await inbox.read(userId, readNoticesFromFields(fields).noticeId) };
    },
  };
}
