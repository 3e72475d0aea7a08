// The inbox as rows. Only inbox.ts and its keeper call it. Invariants: every question names whose
// rows it is about (T74, T76); what is told once is not written twice; nothing of a notice changes
// but that it was read.

import type { NoticeKind } from "@truetick/contract/notices";
import { type Generated, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { NoticeDraft, NoticeFacts } from "./notice-facts.ts";

type NoticeTable = {
  readonly id: Generated<bigint>;
  readonly user_id: bigint;
  readonly kind: NoticeKind;
  readonly facts: unknown;
  readonly source: string;
  readonly source_id: string;
  readonly created_at: Date;
  readonly read_at: Generated<Date | null>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    notice: NoticeTable;
  }
}

export type StoredNotice = {
  readonly id: number;
  readonly userId: number;
  readonly facts: NoticeFacts;
  readonly createdAtMs: number;
  readonly isRead: boolean;
};

/** Rows of one statement: more only take longer. */
const ROWS_PER_INSERT = 2_000;

/** Answers those that were not told before, in their order. */
export async function insertNotices(
  trx: Database,
  drafts: readonly NoticeDraft[],
): Promise<StoredNotice[]> {
  const inserted: StoredNotice[] = [];
  for (let at = 0; at < drafts.length; at += ROWS_PER_INSERT) {
    inserted.push(...(await insertSome(trx, drafts.slice(at, at + ROWS_PER_INSERT))));
  }
  return inserted;
}

async function insertSome(
  trx: Database,
  drafts: readonly NoticeDraft[],
): Promise<readonly StoredNotice[]> {
  const { rows } = await sql<Row>`
    insert into notice (user_id, kind, facts, source, source_id, created_at)
    select n.user_id, n.kind, n.facts::jsonb, n.source, n.source_id, n.created_at
    from unnest(
      ${drafts.map(({ userId }) => userId)}::bigint[],
      ${drafts.map(({ facts }) => facts.kind)}::text[],
      ${drafts.map(({ facts }) => JSON.stringify(facts))}::text[],
      ${drafts.map(({ source }) => source)}::text[],
      ${drafts.map(({ sourceId }) => sourceId)}::text[],
      ${drafts.map(({ atMs }) => new Date(atMs))}::timestamptz[]
    ) with ordinality as n (user_id, kind, facts, source, source_id, created_at, place)
    order by n.place
    on conflict (user_id, source, source_id) do nothing
    returning id, user_id, facts, created_at, read_at`.execute(trx);
  return rows.map(storedOf).sort((left, right) => left.id - right.id);
}

type Row = Pick<NoticeTable, "user_id" | "facts" | "created_at"> & {
  readonly id: bigint;
  readonly read_at: Date | null;
};

function storedOf(row: Row): StoredNotice {
  return {
    id: Number(row.id),
    userId: Number(row.user_id),
    // Written by `insertNotices`, and by nobody else: its type vouches for the shape.
    facts: row.facts as NoticeFacts,
    createdAtMs: row.created_at.getTime(),
    isRead: row.read_at !== null,
  };
}

/** A page of somebody's notices, newest first. */
export async function readNotices(
  database: Database,
  wanted: { readonly userId: number; readonly before: number | null; readonly count: number },
): Promise<readonly StoredNotice[]> {
  const { userId, before, count } = wanted;
  const rows = await database
    .selectFrom("notice")
    .select(["id", "user_id", "facts", "created_at", "read_at"])
    .where("user_id", "=", BigInt(userId))
    .$if(before !== null, (query) => query.where("id", "<", BigInt(before ?? 0)))
    .orderBy("id", "desc")
    .limit(count)
    .execute();
  return rows.map(storedOf);
}

/** How many each of these has not read; missing is none. */
export async function countUnread(
  database: Database,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await database
    .selectFrom("notice")
    .select(["user_id", sql<bigint>`count(*)`.as("count")])
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .where("read_at", "is", null)
    .groupBy("user_id")
    .execute();
  return new Map(rows.map(({ user_id, count }) => [Number(user_id), Number(count)]));
}

/** Marks one of somebody's own, or all. */
export async function markRead(
  database: Database,
  which: { readonly userId: number; readonly noticeId: number | null; readonly nowMs: number },
): Promise<void> {
  const { userId, noticeId, nowMs } = which;
  await database
    .updateTable("notice")
    .set({ read_at: new Date(nowMs) })
    .where("user_id", "=", BigInt(userId))
    .where("read_at", "is", null)
    .$if(noticeId !== null, (query) => query.where("id", "=", BigInt(noticeId ?? 0)))
    .execute();
}

/** Forgets what is older than the moment, and of whoever was told lately all but the newest. */
export async function forgetNotices(
  database: Database,
  rule: { readonly beforeMs: number; readonly lateMs: number; readonly keptMax: number },
): Promise<void> {
  await database.deleteFrom("notice").where("created_at", "<", new Date(rule.beforeMs)).execute();
  await sql`
    delete from notice n using (
      select u.user_id, (
        select k.id from notice k where k.user_id = u.user_id
        order by k.id desc offset ${rule.keptMax} limit 1
      ) as newest_gone
      from (
        select distinct user_id from notice where created_at >= ${new Date(rule.lateMs)}
      ) u
    ) over_full
    where n.user_id = over_full.user_id and n.id <= over_full.newest_gone`.execute(database);
}
