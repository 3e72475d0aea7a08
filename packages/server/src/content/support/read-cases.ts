// Conversations as the desk sees them: the list, who waits the longest first, and one of them with
// what is known of the person. Called by support.staff-routes.ts; changes nothing.

import type { LanguageId } from "@truetick/contract";
import { DESK_ROWS_PER_PAGE } from "@truetick/contract/desk";
import type {
  SupportAuthor,
  SupportBox,
  SupportCase,
  SupportPerson,
  SupportRow,
} from "@truetick/contract/support";
import { accountId } from "@truetick/engine";
import { formatMoney, ZERO_MONEY } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse, type StaffCaller } from "../../platform/handler.ts";
import type { SupportDeskParts } from "./support.staff-routes.ts";
import { countUnread, describeMessage, readMessages } from "./support-table.ts";

const EXCERPT_LENGTH_MAX = 140;

type CaseRow = {
  readonly id: bigint;
  readonly place: bigint;
  readonly user_id: bigint | null;
  readonly uid: string | null;
  readonly book: string | null;
  readonly language: LanguageId;
  readonly closed_ms: bigint | null;
  readonly waiting_ms: bigint | null;
  readonly user_read_id: bigint;
  readonly staff_id: bigint | null;
  readonly staff_name: string | null;
  readonly last_text: string;
  readonly last_author: SupportAuthor;
  readonly last_at_ms: bigint;
};

/** Every conversation that has its words, with its last one. */
const CASES = sql`
  select t.id, t.place, t.user_id, u.uid, u.book, t.language, t.closed_ms, t.waiting_ms,
    t.user_read_id, t.staff_id, s.name as staff_name,
    left(m.text, ${EXCERPT_LENGTH_MAX}) as last_text, m.author as last_author,
    m.at_ms as last_at_ms
  from support_thread t
  join support_message m on m.thread_id = t.id and m.seq = t.head_seq
  left join app_user u on u.id = t.user_id
  left join staff s on s.id = t.staff_id`;

export type CaseFilter = {
  readonly box: SupportBox;
  /** The beginning of a member's number, or the conversation's own. */
  readonly search: string;
  readonly cursor: string;
  readonly staff: Pick<StaffCaller, "staffId">;
};

/** Refuses with FIELD_INVALID for a cursor that no list ever wrote. */
export async function listCases(
  database: Database,
  { box, search, cursor, staff }: CaseFilter,
): Promise<{ readonly rows: readonly SupportRow[]; readonly next: string } | Refused> {
  const [, place, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? [];
  if (cursor !== "" && place === undefined) return refuse("FIELD_INVALID", { field: "cursor" });
  const boxed = {
    open: sql`t.closed_ms is null`,
    mine: sql`t.closed_ms is null and t.staff_id = ${staff.staffId}`,
    all: sql`true`,
  }[box];
  const after = place === undefined ? sql`true` : sql`(t.place, t.id) > (${place}, ${id})`;
  const found = search === "" ? sql`true` : matching(search);
  const { rows } = await sql<CaseRow>`${CASES}
    where t.forgotten_ms is null and ${boxed} and ${after} and ${found}
    order by t.place, t.id limit ${DESK_ROWS_PER_PAGE + 1}`.execute(database);
  const shown = rows.slice(0, DESK_ROWS_PER_PAGE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    rows: await describeRows(database, shown),
    next: last === undefined ? "" : `${last.place}.${last.id}`,
  };
}

function matching(search: string) {
  const begins = `${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const number = /^#?(\d{1,15})$/.exec(search)?.[1] ?? "0";
  return sql`(u.uid ilike ${begins} or t.id = ${number})`;
}

async function describeRows(
  database: Database,
  rows: readonly CaseRow[],
): Promise<readonly SupportRow[]> {
  const unread = await countUnread(
    database,
    rows.map(({ id }) => id),
    "user",
  );
  return rows.map((row) => ({
    id: String(row.id),
    userId: row.user_id === null ? null : String(row.user_id),
    uid: row.uid ?? "",
    isDemo: row.book === "demo",
    language: row.language,
    isClosed: row.closed_ms !== null,
    agentId: row.staff_id === null ? null : String(row.staff_id),
    agentName: row.staff_name ?? "",
    lastText: row.last_text,
    lastAuthor: row.last_author,
    lastAt: secondsOf(row.last_at_ms),
    waitingSince: row.waiting_ms === null ? null : secondsOf(row.waiting_ms),
    unread: unread.get(row.id) ?? 0,
  }));
}

const secondsOf = (ms: bigint) => Math.floor(Number(ms) / 1_000);

/** Refuses with SUPPORT_THREAD_UNKNOWN. */
export async function readCase(
  parts: Pick<SupportDeskParts, "database" | "read" | "clock">,
  { threadId, before }: { readonly threadId: number; readonly before: number | null },
): Promise<SupportCase | Refused> {
  const { database } = parts;
  const { rows: found } = await sql<CaseRow>`${CASES}
    where t.id = ${threadId} and t.forgotten_ms is null`.execute(database);
  const [row] = found;
  const [described] = await describeRows(database, found);
  if (!row || !described) return refuse("SUPPORT_THREAD_UNKNOWN");
  const [{ rows, hasOlder }, names, person] = await Promise.all([
    readMessages(database, [row.id], before),
    readNames(database, row.id),
    row.user_id === null ? null : readPerson(parts, row.user_id),
  ]);
  return {
    ...described,
    messages: rows.map((one) => describeMessage(one, (id) => names.get(id) ?? "")).reverse(),
    hasOlder,
    userReadId: String(row.user_read_id),
    person,
  };
}

async function readNames(
  database: Database,
  threadId: bigint,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: bigint; name: string }>`
    select id, name from staff where id in (
      select staff_id from support_message where thread_id = ${threadId}
    )`.execute(database);
  return new Map(rows.map(({ id, name }) => [Number(id), name]));
}

async function readPerson(
  { database, read, clock }: Pick<SupportDeskParts, "database" | "read" | "clock">,
  userId: bigint,
): Promise<SupportPerson | null> {
  const { rows } = await sql<{
    area: string | null;
    created_at: Date;
    frozen: Date | null;
    account_id: bigint;
    is_certified: boolean;
  }>`
    select u.area, u.created_at, u.withdrawals_frozen_until as frozen, a.id as account_id,
      exists (
        select from identity_case c where c.user_id = u.id and c.status = 'approved'
      ) as is_certified
    from app_user u join user_account a on a.user_id = u.id and a.is_main
    where u.id = ${userId}`.execute(database);
  const [row] = rows;
  if (!row) return null;
  const account = accountId(Number(row.account_id));
  const books = await read((all) => ({
    cash: all.account(account)?.cash ?? ZERO_MONEY,
    openOrders: all.orders(account).length,
  }));
  const frozenMs = row.frozen?.getTime() ?? 0;
  return {
    isCertified: row.is_certified,
    area: row.area ?? "",
    since: Math.floor(row.created_at.getTime() / 1_000),
    cash: formatMoney(books.cash),
    openOrders: books.openOrders,
    frozenUntil: frozenMs > clock.now() ? Math.floor(frozenMs / 1_000) : null,
  };
}
