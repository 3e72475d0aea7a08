// What followers are told in their inbox: that copying was stopped by something other than
// themselves, that orders were skipped, that a leader takes nobody new. Made by copying.ts.
// Invariants: a single copied fill is never told, the list shows it; of skipped orders one notice
// per follow and hour, of a leader who left one per follow and day (T21); what has stopped is told
// in the transaction that stops it, once (0023); any other notice that cannot be left undoes
// nothing (it is logged).

import { formatMoney, money, ZERO_MONEY } from "@truetick/money";
import { sql } from "kysely";
import type { Inbox } from "../../members/inbox/inbox.ts";
import type { NoticeDraft } from "../../members/inbox/notice-facts.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { readFollows, type StoredFollow } from "./follow-table.ts";
import type { PlanAnswer } from "./plan-table.ts";

export type CopyNoticeParts = {
  readonly database: Database;
  readonly inbox: Pick<Inbox, "leaveIn" | "announce">;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
};

export type CopyNotices = {
  /** In the transaction that stops them; what it answers is called once that is committed. */
  readonly leaveStopped: (trx: Database, follows: readonly StoredFollow[]) => Promise<() => void>;
  readonly skipped: (answers: readonly PlanAnswer[]) => Promise<void>;
  readonly leaderLeft: (leaderAccountId: number) => Promise<void>;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function createCopyNotices({ database, inbox, clock, log }: CopyNoticeParts): CopyNotices {
  /** Who was told of skipped orders in this hour: asking the database again would be in vain. */
  let hour = 0;
  const told = new Set<number>();

  async function leave(drafts: readonly NoticeDraft[]): Promise<void> {
    if (drafts.length === 0) return;
    try {
      inbox.announce(await database.transaction().execute((trx) => inbox.leaveIn(trx, drafts)));
    } catch (err) {
      log.error({ err, kind: drafts[0]?.facts.kind }, "followers could not be told");
    }
  }

  return {
    async leaveStopped(trx, follows) {
      const drafts = follows.flatMap((follow) => stoppedDraft(follow, clock.now()));
      const left = await inbox.leaveIn(trx, drafts);
      return () => inbox.announce(left);
    },
    async skipped(answers) {
      const nowMs = clock.now();
      const nowHour = Math.floor(nowMs / HOUR_MS);
      if (nowHour !== hour) told.clear();
      hour = nowHour;
      const markets = new Map<number, number>();
      for (const { plan, status } of answers) {
        const isNews = status === "skipped" && plan.kind === "open" && !told.has(plan.followId);
        if (isNews && plan.marketId !== null) markets.set(plan.followId, plan.marketId);
      }
      if (markets.size === 0) return;
      for (const id of markets.keys()) told.add(id);
      const follows = await readFollows(database, [...markets.keys()]);
      await leave(
        follows.map(({ id, userId, leaderAlias: leader }) => ({
          userId,
          atMs: nowMs,
          source: "copy-skipped",
          sourceId: `${id}/${hour}`,
          facts: { kind: "copySkipped", leader, marketId: markets.get(id) ?? 0 },
        })),
      );
    },
    async leaderLeft(leaderAccountId) {
      const { rows } = await sql<{ id: bigint }>`
        select id from follow where leader_account_id = ${leaderAccountId}
          and status in ('copying', 'paused')`.execute(database);
      const follows = await readFollows(
        database,
        rows.map(({ id }) => Number(id)),
      );
      const atMs = clock.now();
      await leave(
        follows.map(({ id, userId, leaderAlias: leader }) => ({
          userId,
          atMs,
          source: "leader-left",
          sourceId: `${id}/${Math.floor(atMs / DAY_MS)}`,
          facts: { kind: "leaderLeft", leader },
        })),
      );
    },
  };
}

/** Whoever stopped it knows. */
function stoppedDraft(follow: StoredFollow, atMs: number): readonly NoticeDraft[] {
  const { id, userId, stopReason: reason, leaderAlias: leader, amount } = follow;
  if (reason === null || reason === "owner") return [];
  const returned = follow.finalCash ?? ZERO_MONEY;
  const profit = formatMoney(money(returned - amount));
  const facts = { leader, reason, returned: formatMoney(returned), profit };
  return [
    {
      userId,
      atMs,
      source: "copy-stopped",
      sourceId: String(id),
      facts: { kind: "copyStopped", ...facts },
    },
  ];
}
