// The follows that are not over, in memory: whose events concern us, whose account an order is in,
// and which have a copy stop-loss. Read from the table at the start and again whenever one of them
// has changed; it decides nothing that the table does not say again. Invariant: after a fault it is
// in doubt, and nobody looks at it again before all of it was read anew.

import type { Event } from "@truetick/engine";
import type { Database } from "../../platform/database.ts";
import type { Committed } from "../../trading/sequencer/sequencer.ts";
import { readFollows, readLivingFollows, type StoredFollow } from "./follow-table.ts";

export type FollowBook = {
  /** Reads all of them. */
  readonly load: () => Promise<void>;
  /** Something may have changed that nobody has told. A reading that fails says so itself. */
  readonly doubt: () => void;
  /** Reads all of them if there is doubt; answers whether there was. */
  readonly beSure: () => Promise<boolean>;
  /** Reads these again; answers them, also those that are over. */
  readonly refresh: (ids: readonly number[]) => Promise<readonly StoredFollow[]>;
  readonly all: () => Iterable<StoredFollow>;
  /** The follow whose own account this is. */
  readonly ofAccount: (accountId: number) => StoredFollow | null;
  /** Whether somebody copies this account. */
  readonly isLeader: (accountId: number) => boolean;
  /** Whether the owner of this main account copies somebody. */
  readonly isFollower: (accountId: number) => boolean;
  /** Whether a row of the journal may have to be copied. */
  readonly concerns: (committed: Committed) => boolean;
};

const LED: ReadonlySet<string> = new Set<Event["type"]>([
  "OrderOpened",
  "OrderReduced",
  "OrderClosed",
  "StopsSet",
  "TrailingSet",
  "BalanceProtected",
]);

export function createFollowBook(database: Database): FollowBook {
  const index = new FollowIndex();
  let isDoubtful = false;
  let reading: Promise<unknown> = Promise.resolve();

  /** One after the other, so that none puts back what a later one has found. */
  function readAlone<T>(read: () => Promise<T>): Promise<T> {
    const answer = reading.then(read);
    reading = answer.catch(() => {
      isDoubtful = true;
    });
    return answer;
  }

  function load(): Promise<void> {
    return readAlone(async () => {
      // What is doubted from here on is doubted after this.
      isDoubtful = false;
      const living = await readLivingFollows(database);
      index.clear();
      for (const follow of living) index.put(follow);
    });
  }

  return {
    load,
    doubt: () => {
      isDoubtful = true;
    },
    async beSure() {
      const wasDoubtful = isDoubtful;
      if (wasDoubtful) await load();
      return wasDoubtful;
    },
    refresh: (ids) =>
      readAlone(async () => {
        const found = await readFollows(database, ids);
        for (const id of ids) index.remove(id);
        const living = found.filter(({ status }) => status !== "stopped" && status !== "refused");
        for (const follow of living) index.put(follow);
        return found;
      }),
    all: () => index.byId.values(),
    ofAccount: (accountId) => index.byAccount.get(accountId) ?? null,
    isLeader: (accountId) => index.leaders.has(accountId),
    isFollower: (accountId) => index.mains.has(accountId),
    concerns: ({ events }) => events.some((event) => index.isOurs(event)),
  };
}

class FollowIndex {
  readonly byId = new Map<number, StoredFollow>();
  readonly byAccount = new Map<number, StoredFollow>();
  /** How many follows each leads, and how many each main account has. */
  readonly leaders = new Map<number, number>();
  readonly mains = new Map<number, number>();

  put(follow: StoredFollow): void {
    this.remove(follow.id);
    this.byId.set(follow.id, follow);
    this.byAccount.set(follow.accountId, follow);
    count(this.leaders, follow.leaderAccountId, 1);
    count(this.mains, follow.mainAccountId, 1);
  }

  remove(id: number): void {
    const follow = this.byId.get(id);
    if (!follow) return;
    this.byId.delete(id);
    this.byAccount.delete(follow.accountId);
    count(this.leaders, follow.leaderAccountId, -1);
    count(this.mains, follow.mainAccountId, -1);
  }

  clear(): void {
    for (const known of [this.byId, this.byAccount, this.leaders, this.mains]) known.clear();
  }

  isOurs(event: Event): boolean {
    if (!("accountId" in event)) return false;
    if (event.type === "LimitsSet") return this.mains.has(event.accountId);
    return LED.has(event.type) && this.leaders.has(event.accountId);
  }
}

function count(counts: Map<number, number>, key: number, by: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + by;
  if (next === 0) counts.delete(key);
  else counts.set(key, next);
}
