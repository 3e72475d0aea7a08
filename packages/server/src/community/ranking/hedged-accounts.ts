// The listed accounts that are hedged pairs, and how many accounts a person has on the list. Looked
// at every few minutes, since a pair does not come about in less. Used by ranking.ts.

import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { isHedgedPair } from "./hedged-pairs.ts";
import { readClusters, readSpans } from "./read-clusters.ts";

const KEPT_MS = 300_000;

export type HedgedAccounts = {
  readonly isHedged: (accountId: number) => boolean;
  /** Listed accounts of the same person, this one included. */
  readonly accountsOf: (accountId: number) => number;
};

export function createHedgeWatch({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): () => Promise<HedgedAccounts> {
  let found: HedgedAccounts | null = null;
  let foundAtMs = 0;
  return async () => {
    const nowMs = clock.monotonic();
    if (found && nowMs - foundAtMs < KEPT_MS) return found;
    found = await findHedged(database, clock.now());
    foundAtMs = nowMs;
    return found;
  };
}

async function findHedged(database: Database, nowMs: number): Promise<HedgedAccounts> {
  const pairs = await readClusters(database);
  const ids = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))];
  const spans = ids.length === 0 ? new Map() : await readSpans(database, ids, nowMs);
  const hedged = new Set<number>();
  const others = new Map<number, Set<number>>();
  for (const { a, b, isSure } of pairs) {
    if (isHedgedPair(spans.get(a) ?? [], spans.get(b) ?? [])) hedged.add(a).add(b);
    if (!isSure) continue;
    others.set(a, (others.get(a) ?? new Set()).add(b));
    others.set(b, (others.get(b) ?? new Set()).add(a));
  }
  return {
    isHedged: (id) => hedged.has(id),
    accountsOf: (id) => 1 + (others.get(id)?.size ?? 0),
  };
}
