// The follows that are not over, in memory: whose events concern us, whose account an order is in,
// and which have a copy stop-loss. Read from the table at the start and again whenever one of them
// has changed; it decides nothing that the table does not say again.

import type { Event } from "@truetick/engine";
import type { Database } from "../../platform/database.ts";
import type { Committed } from "../../trading/sequencer/sequencer.ts";
import { readFollows, readLivingFollows, type StoredFollow } from "./follow-table.ts";

export type FollowBook = {
  /** Reads all of them. */
  readonly load: () => Promise<void>;
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
  const byId = new Map<number, StoredFollow>();
  const byAccount = new Map<number, StoredFollow>();
  const leaders = new Map<number, number>();
  const mains = new Map<number, number>();

  function count(counts: Map<number, number>, key: number, by: 1 | -1): void {
    const next = (counts.get(key) ?? 0) + by;
    if (next === 0) counts.delete(key);
    else counts.set(key, next);
  }

  function remove(id: number): void {
    const follow = byId.get(id);
    if (!follow) return;
    byId.delete(id);
    byAccount.delete(follow.accountId);
    count(leaders, follow.leaderAccountId, -1);
    count(mains, follow.mainAccountId, -1);
  }

  function put(follow: StoredFollow): void {
    remove(follow.id);
    byId.set(follow.id, follow);
    byAccount.set(follow.accountId, follow);
    count(leaders, follow.leaderAccountId, 1);
    count(mains, follow.mainAccountId, 1);
  }

  function isOurs(event: Event): boolean {
    if (!("accountId" in event)) return false;
    if (event.type === "LimitsSet") return mains.has(event.accountId);
    return LED.has(event.type) && leaders.has(event.accountId);
  }

  return {
    async load() {
      for (const follow of await readLivingFollows(database)) put(follow);
    },
    async refresh(ids) {
      const found = await readFollows(database, ids);
      for (const id of ids) remove(id);
      const living = found.filter(({ status }) => status !== "stopped" && status !== "refused");
      for (const follow of living) put(follow);
      return found;
    },
    all: () => byId.values(),
    ofAccount: (accountId) => byAccount.get(accountId) ?? null,
    isLeader: (accountId) => leaders.has(accountId),
    isFollower: (accountId) => mains.has(accountId),
    concerns: ({ events }) => events.some(isOurs),
  };
}
