// The inbox: leaves notices for people, tells their open screens in whichever process, and reads
// them back in the reader's language. Filled by the follower of the journal, by price alerts and by whoever writes
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
import { spreadOut } from "../../platform/news/spread-out.ts";
import type { MarketDirectory } from "../../trading/markets/market-directory.ts";
import { describeNotice } from "./describe-notice.ts";
import type { InboxNews, InboxNewsSource } from "./inbox-news.ts";
import type { NoticeDraft } from "./notice-facts.ts";
import {
  countUnread,
  insertNotices,
  markRead,
  readNotices,
  type StoredNotice,
} from "./notice-table.ts";
import { type OutsideParts, tellOutside } from "./tell-outside.ts";

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

type Listener = (news: InboxNews) => void;

/** What was left for whom; without a notice only the count has changed. */
type Told = readonly { readonly userId: number; readonly notice: StoredNotice | null }[];

/** Of so many at once, beyond what one message of the bus holds. */
const TOLD_AT_ONCE = 500;

export type InboxParts = OutsideParts & { readonly database: Database; readonly news: News };

export function createInbox(parts: InboxParts): Inbox {
  const { database, directory, clock, log, news } = parts;
  const followers = new Map<number, Set<Listener>>();
  let telling: Promise<void> = Promise.resolve();

  async function tell(newest: ReadonlyMap<number, StoredNotice | null>): Promise<void> {
    const followed = [...newest].filter(([userId]) => followers.has(userId));
    if (followed.length === 0) return;
    const counts = await countUnread(
      database,
      followed.map(([userId]) => userId),
    );
    for (const [userId, notice] of followed) {
      const news = newsOf(notice, counts.get(userId) ?? 0, directory);
      for (const listener of followers.get(userId) ?? []) listener(news);
    }
  }

  /** One after another, so that the last count that anybody hears is the newest. */
  function tellSoon(told: Told): void {
    // The newest of each, where several were left.
    const newest = new Map(told.map(({ userId, notice }) => [userId, notice]));
    telling = telling
      .then(() => tell(newest))
      .catch((err) => log.warn({ err }, "open screens were not told of notices"));
  }

  const channel = news.channel("inbox", parseTold);
  channel.follow(tellSoon);
  news.onMissed(() =>
    spreadOut([...followers.keys()], (userId) => tellSoon([{ userId, notice: null }])),
  );

  async function leaveIn(
    trx: Database,
    drafts: readonly NoticeDraft[],
  ): Promise<readonly StoredNotice[]> {
    const inserted = await insertNotices(trx, drafts);
    await tellOutside(parts, trx, inserted);
    return inserted;
  }

  function announce(notices: readonly StoredNotice[]): void {
    for (let at = 0; at < notices.length; at += TOLD_AT_ONCE) {
      const some = notices.slice(at, at + TOLD_AT_ONCE);
      channel.tell(some.map((notice) => ({ userId: notice.userId, notice })));
    }
  }

  return {
    async leave(draft) {
      try {
        const drafts = [{ ...draft, atMs: clock.now() }];
        announce(await database.transaction().execute((trx) => leaveIn(trx, drafts)));
      } catch (err) {
        log.error({ err, kind: draft.facts.kind }, "a notice could not be left");
      }
    },
    leaveIn,
    announce,
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
      channel.tell([{ userId, notice: null }]);
      return (await countUnread(database, [userId])).get(userId) ?? 0;
    },
    follow: (userId, listener) => follow(followers, userId, listener),
    settle: () => telling,
  };
}

/** Told by the inbox of another process, and by nobody else: its type vouches for the rest. */
function parseTold(said: unknown): Told | null {
  const isTold = Array.isArray(said) && said.every((one) => typeof one?.userId === "number");
  return isTold ? (said as Told) : null;
}

function follow(
  followers: Map<number, Set<Listener>>,
  userId: number,
  listener: Listener,
): () => void {
  const own = followers.get(userId) ?? new Set();
  followers.set(userId, own.add(listener));
  return () => {
    own.delete(listener);
    if (own.size === 0 && followers.get(userId) === own) followers.delete(userId);
  };
}

function newsOf(
  notice: StoredNotice | null,
  unread: number,
  directory: MarketDirectory,
): InboxNews {
  return {
    unread,
    newest: (language) => (notice ? [wireOf(notice, { language, directory })] : []),
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
