// The calls about the caller's notices as an app makes them. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import { NOTICES_PER_PAGE, type Notice, type NoticeWire, noticeFromWire } from "./notice.ts";

export type NoticePage = {
  /** Newest first. */
  readonly notices: readonly Notice[];
  /** Of all, not of this page. */
  readonly unread: number;
  readonly hasMore: boolean;
};

/** What is older than the notice of this id; null: the newest. */
export function requestNotices(before: string | null): ReadRequest<NoticePage> {
  return {
    path: "/v1/api/main/notice/list",
    query: before === null ? {} : { before },
    read: (wire) => {
      const { data, unread } = wire as { data: NoticeWire[]; unread: number };
      const notices = data.map(noticeFromWire);
      return { notices, unread, hasMore: notices.length === NOTICES_PER_PAGE };
    },
  };
}

/** Marks one as read, or all with null; answers how many are unread then. */
export function requestReadNotices(id: string | null): WriteRequest<number> {
  return {
    path: "/v1/api/main/notice/read",
    fields: id === null ? {} : { id },
    read: (wire) => (wire as { unread: number }).unread,
  };
}
