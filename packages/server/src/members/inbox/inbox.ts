// The inbox: leaves notices for people, tells their open screens, and reads them back in the
// reader's language. Filled by the follower of the journal, by price alerts and by whoever writes
// letters to members. Invariants: one thing is told once; a notice that cannot be left never
// undoes or refuses what it tells of; nobody hears of another's (T76).

import type { Language } from "@truetick/contract";
import {
  NOTICES_PER_PAGE,
  type Notice,
  type NoticeWire,
  noticeToWire,
} from "@truetick/contract/notices";
import type { Database } from "../../platform/database.ts";
import type { News } from "../../platform/news/news.ts";
import type { MarketDirectory } from "../../trading/markets/market-directory.ts";
import { describeNotice } from "./describe-notice.ts";
import type { InboxNewsSource } from "./inbox-news.ts";
import type { NoticeDraft } from "./notice-facts.ts";
import {
  countUnread,
  insertNotices,
  markRead,
  readNotices,
  type StoredNotice,
} from "./notice-table.ts";
import { type OutsideParts, tellOutside } from "./tell-outside.ts";
import { createScreenTeller } from "./tell-screens.ts";

/** What an open screen is told. */
export type InboxPage = { readonly data: readonly NoticeWire[]; readonly unread: number };

export type Inbox = InboxNewsSource & {
  /** Settles when it is written, or logged that it could not be. */
  readonly leave: (draft: Omit<NoticeDraft, "atMs">) => Promise<void>;
  /** In the caller's transaction, which calls `announce` with the answer once it is committed. */
  readonly leaveIn: (
    trx: Database,
    drafts: readonly NoticeDraft[],
  ) => Promise<readonly StoredNotice[]>;
  readonly announce: (notices: readonly StoredNotice[]) => void;
  readonly page: (
    reader: { readonly userId: number; readonly language: Language },
    before: number | null,
  ) => Promise<InboxPage>;
  /** Marks one as read, or all with null; answers how many are unread then. */
  readonly read: (userId: number, noticeId: number | null) => Promise<number>;
  /** Answers once everybody who follows has heard of what was announced. */
  readonly settle: () => Promise<void>;
};

export type InboxParts = OutsideParts & { readonly database: Database; readonly news: News };

export function createInbox(parts: InboxParts): Inbox {
  const { database, directory, clock, log } = parts;
  const screens = createScreenTeller({
    ...parts,
    describe: (notice) => (language) => [wireOf(notice, { language, directory })],
  });

  async function leaveIn(
    trx: Database,
    drafts: readonly NoticeDraft[],
  ): Promise<readonly StoredNotice[]> {
    const inserted = await insertNotices(trx, drafts);
    await tellOutside(parts, trx, inserted);
    return inserted;
  }

  return {
    async leave(draft) {
      try {
        const drafts = [{ ...draft, atMs: clock.now() }];
        screens.tell(await database.transaction().execute((trx) => leaveIn(trx, drafts)));
      } catch (err) {
        log.error({ err, kind: draft.facts.kind }, "a notice could not be left");
      }
    },
    leaveIn,
    announce: screens.tell,
    async page({ userId, language }, before) {
      const [notices, counts] = await Promise.all([
        readNotices(database, { userId, before, count: NOTICES_PER_PAGE }),
        countUnread(database, [userId]),
      ]);
      const data = notices.map((notice) => wireOf(notice, { language, directory }));
      return { data, unread: counts.get(userId) ?? 0 };
    },
    async read(userId, noticeId) {
      await markRead(database, { userId, noticeId, nowMs: clock.now() });
      screens.tellCount(userId);
      return (await countUnread(database, [userId])).get(userId) ?? 0;
    },
    follow: screens.follow,
    settle: screens.settle,
  };
}

function wireOf(
  { id, facts, createdAtMs, isRead }: StoredNotice,
  reader: { readonly language: Language; readonly directory: MarketDirectory },
): NoticeWire {
  const notice: Notice = {
    id: String(id),
    kind: facts.kind,
    ...describeNotice(facts, reader),
    createdAt: Math.floor(createdAtMs / 1_000),
    isRead,
  };
  return noticeToWire(notice);
}
