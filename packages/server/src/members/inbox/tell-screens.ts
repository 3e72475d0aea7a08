// Tells people's open screens of their notices, in whichever process the notice was left: used by
// inbox.ts. Invariants: nobody hears of another's (T76); the last count that anybody hears is the
// newest; telling never fails.

import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import type { News } from "../../platform/news/news.ts";
import { spreadOut } from "../../platform/news/spread-out.ts";
import type { InboxNews, InboxNewsSource } from "./inbox-news.ts";
import { countUnread, type StoredNotice } from "./notice-table.ts";

/** What was left for whom; without a notice only the count has changed. */
type Told = readonly { readonly userId: number; readonly notice: StoredNotice | null }[];

/** Of more at once a message of the bus would be too long. */
const TOLD_AT_ONCE = 500;

export type ScreenTeller = InboxNewsSource & {
  readonly tell: (notices: readonly StoredNotice[]) => void;
  /** That more or less are unread. */
  readonly tellCount: (userId: number) => void;
  readonly settle: () => Promise<void>;
};

export function createScreenTeller(parts: {
  readonly database: Database;
  readonly log: Log;
  readonly news: News;
  readonly describe: (notice: StoredNotice) => InboxNews["newest"];
}): ScreenTeller {
  const { database, log, news, describe } = parts;
  const followers = new Map<number, Set<(news: InboxNews) => void>>();
  let telling: Promise<void> = Promise.resolve();

  async function tellHere(newest: ReadonlyMap<number, StoredNotice | null>): Promise<void> {
    const followed = [...newest].filter(([userId]) => followers.has(userId));
    if (followed.length === 0) return;
    const userIds = followed.map(([userId]) => userId);
    const counts = await countUnread(database, userIds);
    for (const [userId, notice] of followed) {
      const unread = counts.get(userId) ?? 0;
      const told = { unread, newest: notice ? describe(notice) : () => [] };
      for (const listener of followers.get(userId) ?? []) listener(told);
    }
  }

  /** One after another, so that the last count that anybody hears is the newest. */
  function tellSoon(told: Told): void {
    // The newest of each, where several were left.
    const newest = new Map(told.map(({ userId, notice }) => [userId, notice]));
    telling = telling
      .then(() => tellHere(newest))
      .catch((err) => log.warn({ err }, "open screens were not told of notices"));
  }

  const channel = news.channel("inbox", parseTold);
  channel.follow(tellSoon);
  news.onMissed(() =>
    spreadOut([...followers.keys()], (userId) => tellSoon([{ userId, notice: null }])),
  );
  return {
    tell(notices) {
      for (let at = 0; at < notices.length; at += TOLD_AT_ONCE) {
        const some = notices.slice(at, at + TOLD_AT_ONCE);
        channel.tell(some.map((notice) => ({ userId: notice.userId, notice })));
      }
    },
    tellCount: (userId) => channel.tell([{ userId, notice: null }]),
    follow(userId, listener) {
      const own = followers.get(userId) ?? new Set();
      followers.set(userId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && followers.get(userId) === own) followers.delete(userId);
      };
    },
    settle: () => telling,
  };
}

/** Told by the inbox of another process, and by nobody else: its type vouches for the rest. */
function parseTold(said: unknown): Told | null {
  const isTold = Array.isArray(said) && said.every((one) => typeof one?.userId === "number");
  return isTold ? (said as Told) : null;
}
