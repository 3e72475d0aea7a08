// Finds people for staff: by how a uid, an e-mail address or a number begins, or by a whole id;
// newest first. Traders that a program plays are no people: only a search by uid or id finds them.
// Every way has an index. Invariant: who may not see addresses finds them by the
// whole address only, so that nobody spells one out letter by letter (T88).

import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { ROWS_TO_READ } from "../page.ts";

export type UserRow = {
  readonly id: bigint;
  readonly account_id: bigint;
  readonly uid: string;
  readonly book: "real" | "demo";
  readonly email: string | null;
  readonly mobile: string | null;
  readonly area: string | null;
  readonly created_at: Date;
  /** Of the newest row about it; in the past when it is over. */
  readonly frozen_until: Date | null;
};

const COLUMNS = sql`
  app_user.id, account.id as account_id, app_user.uid, app_user.book, app_user.email,
  app_user.mobile, app_user.area, app_user.created_at,
  (select until from user_freeze where user_id = app_user.id
   order by user_freeze.id desc limit 1) as frozen_until`;
const FROM_USERS = sql`
  app_user join user_account account on account.user_id = app_user.id and account.is_main`;

export async function findUsers(
  database: Database,
  wanted: {
    readonly search: string;
    readonly isDemo: boolean;
    readonly before: number | null;
    readonly canSeeContacts: boolean;
  },
): Promise<readonly UserRow[]> {
  const { search, isDemo, before, canSeeContacts } = wanted;
  const older = before === null ? sql`true` : sql`id < ${before}`;
  const page = sql`order by id desc limit ${ROWS_TO_READ}`;
  // Each way is read by its own index and cut to a page; only those few are sorted together.
  const ways = waysToFind(search, canSeeContacts).map(
    (way) => sql`(select id from app_user where ${way} and ${older} ${page})`,
  );
  const ids =
    ways.length === 0
      ? sql`select id from app_user where book = ${isDemo ? "demo" : "real"} and not is_simulated
          and ${older} ${page}`
      : sql`select id from (${sql.join(ways, sql` union `)}) found ${page}`;
  const { rows } = await sql<UserRow>`
    select ${COLUMNS} from ${FROM_USERS}
    where app_user.id in (${ids}) order by app_user.id desc`.execute(database);
  return rows;
}

export async function findUser(database: Database, userId: number): Promise<UserRow | null> {
  const { rows } = await sql<UserRow>`
    select ${COLUMNS} from ${FROM_USERS} where app_user.id = ${userId}`.execute(database);
  return rows[0] ?? null;
}

/** None: everybody. */
function waysToFind(search: string, canSeeContacts: boolean): RawBuilder<unknown>[] {
  const typed = search.normalize("NFKC").toLowerCase();
  if (typed === "") return [];
  const digits = typed.replace(/[\s().-]/g, "");
  if (/^\d+$/.test(digits)) {
    const ways = [sql`uid like ${`${digits}%`}`, beginning("mobile", `+${digits}`, canSeeContacts)];
    return digits.length <= 15 ? [sql`id = ${digits}`, ...ways] : ways;
  }
  if (/^\+\d*$/.test(digits)) return [beginning("mobile", digits, canSeeContacts)];
  return [beginning("email", typed, canSeeContacts)];
}

function beginning(column: "email" | "mobile", text: string, canSeeContacts: boolean) {
  if (!canSeeContacts) return sql`${sql.ref(column)} = ${text}`;
  return sql`${sql.ref(column)} like ${`${text.replace(/[\\%_]/g, "\\$&")}%`}`;
}
