// What the live socket hears of a person's inbox. A file of its own, so that whoever carries the
// news needs to know nothing of how notices are kept.

import type { Language } from "@truetick/contract";
import type { NoticeWire } from "@truetick/contract/notices";

export type InboxNews = {
  readonly unread: number;
  /** The newest one in the reader's language; empty when only the count has changed. */
  readonly newest: (language: Language) => readonly NoticeWire[];
};

export type InboxNewsSource = {
  /** Answers how to stop. */
  readonly follow: (userId: number, listener: (news: InboxNews) => void) => () => void;
};
