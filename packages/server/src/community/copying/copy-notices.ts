// What followers are told in their inbox: that copying was stopped by something other than
// themselves, that orders were skipped, that a leader takes nobody new. Made by copying.ts.
// Invariants: a single copied fill is never told, the list shows it; of skipped orders one notice
// per follow and hour, of a leader who left one per follow and day (T21); what has stopped or was
// skipped is told in the transaction that stores it, once (0023); of a leader who left is told
// after that, and again now and then for whom a fault or a crash has left out.

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

/** Called once the transaction that leaves them is committed. */
type Announce = () => void;

export type CopyNotices = {
  /** In the transaction that stops them. */
  readonly leaveStopped: (trx: Database, follows: readonly StoredFollow[]) => Promise<Announce>;
  /** In the transaction that stores these answers. */
  readonly leaveSkipped: (trx: Database, answers: readonly PlanAnswer[]) => Promise<Announce>;
  /** Everybody who copies this account. A fault is logged; the next look at all makes up for it. */
  readonly leaderLeft: (leaderAccountId: number) => Promise<void>;
  /** Everybody who copies somebody who left lately and was not told of it. */
  readonly leadersLeft: () => Promise<void>;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOTHING_LEFT: Announce = () => undefined;

export function createCopyNotices({ database, inbox, clock, log }: CopyNoticeParts): CopyNotices {
  /** Who was told of skipped orders in this hour: asking the database again would be in vain. */
  let toldInHour = 0;
  const told = new Set<number>();

  function remember(hour: number, followIds: Iterable<number>): void {
    if (hour !== toldInHour) told.clear();
    toldInHour = hour;
    for (const id of followIds) told.add(id);
  }

  async function tellLeft(leaderAccountId: number | null): Promise<void> {
    try {
      const untold = await readUntold(database, { leaderAccountId, nowMs: clock.now() });
      if (untold.size === 0) return;
      const follows = await readFollows(database, [...untold.keys()]);
      const drafts = follows.map((follow) => leftDraft(follow, untold.get(follow.id) ?? 0));
      inbox.announce(await database.transaction().execute((trx) => inbox.leaveIn(trx, drafts)));
    } catch (err) {
      log.error({ err }, "who copies a leader that has left waits to be told");
    }
  }

  return {
    async leaveStopped(trx, follows) {
      const drafts = follows.flatMap((follow) => stoppedDraft(follow, clock.now()));
      const left = await inbox.leaveIn(trx, drafts);
      return () => inbox.announce(left);
    },
    async leaveSkipped(trx, answers) {
      const nowMs = clock.now();
      const hour = Math.floor(nowMs / HOUR_MS);
      const isTold = (id: number) => hour === toldInHour && told.has(id);
      const markets = new Map<number, number>();
      for (const { plan, status } of answers) {
        const isNews = status === "skipped" && plan.kind === "open" && !isTold(plan.followId);
        if (isNews && plan.marketId !== null) markets.set(plan.followId, plan.marketId);
      }
      if (markets.size === 0) return NOTHING_LEFT;
      const follows = await readFollows(trx, [...markets.keys()]);
      const left = await inbox.leaveIn(
        trx,
        follows.map(({ id, userId, leaderAlias: leader }) => ({
          userId,
          atMs: nowMs,
          source: "copy-skipped",
          sourceId: `${id}/${hour}`,
          facts: { kind: "copySkipped", leader, marketId: markets.get(id) ?? 0 },
        })),
      );
      return () => {
        remember(hour, markets.keys());
        inbox.announce(left);
      };
    },
    leaderLeft: tellLeft,
    leadersLeft: () => tellLeft(null),
  };
}

/**
 * Follows whose leader left within a day and who were not told, and when that was by our clock: how
 * long ago it was is the database's to say. Two readings of one moment may differ a little, also
 * about midnight: a notice that is hardly older than it is one of it.
 */
async function readUntold(
  database: Database,
  { leaderAccountId, nowMs }: { readonly leaderAccountId: number | null; readonly nowMs: number },
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: bigint; left_ms: number }>`
    select f.id, l.left_ms
    from (
      select account_id, floor(${nowMs}::double precision
        - 1000 * extract(epoch from clock_timestamp() - left_at)::double precision) as left_ms
      from leader
      where left_at > clock_timestamp() - interval '1 day'
        and (${leaderAccountId}::bigint is null or account_id = ${leaderAccountId}::bigint)
    ) l join follow f on f.leader_account_id = l.account_id
    where f.status in ('copying', 'paused')
      and not exists (
        select from notice n
        where n.user_id = f.user_id and n.source = ${LEFT_SOURCE}
          and n.source_id like f.id || '/%'
          and (n.source_id = f.id || '/' || floor(l.left_ms / ${DAY_MS}::double precision)
            or n.created_at > to_timestamp((l.left_ms - ${READINGS_DIFFER_MS}) / 1000))
      )`.execute(database);
  return new Map(rows.map(({ id, left_ms }) => [Number(id), left_ms]));
}

const LEFT_SOURCE = "leader-left";
const READINGS_DIFFER_MS = 60_000;

function leftDraft({ id, userId, leaderAlias: leader }: StoredFollow, atMs: number): NoticeDraft {
  return {
    userId,
    atMs,
    source: LEFT_SOURCE,
    sourceId: `${id}/${Math.floor(atMs / DAY_MS)}`,
    facts: { kind: "leaderLeft", leader },
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
