// Everything staff see of one person on one page: accounts as the engine has them at this moment,
// sessions, freezes, notes, and the newest deposits, withdrawals and adjustments.

import type {
  DeskAccount,
  DeskFreeze,
  DeskMoney,
  DeskNote,
  DeskUser,
  DeskUserFile,
} from "@truetick/contract/desk";
import { accountId } from "@truetick/engine";
import { formatMoney } from "@truetick/money";
import { sql } from "kysely";
import { readSessions } from "../../members/sessions/session-table.ts";
import type { Database } from "../../platform/database.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import { secondsOf } from "../page.ts";
import { readRecentMoney } from "./recent-money.ts";

export type UserFileParts = {
  readonly database: Database;
  readonly read: Sequencer["read"];
};

const ROWS_SHOWN_MAX = 20;

export async function readUserFile(
  parts: UserFileParts,
  { user }: { readonly user: DeskUser },
): Promise<DeskUserFile> {
  const { database } = parts;
  const userId = Number(user.id);
  const [who, accounts, sessions, freezes, notes, money] = await Promise.all([
    readFactors(database, userId),
    readAccounts(parts, userId),
    readSessions(database, userId),
    readFreezes(database, userId),
    readNotes(database, userId),
    readRecentMoney(database, { userId, take: ROWS_SHOWN_MAX }) satisfies Promise<DeskMoney[]>,
  ]);
  return {
    user,
    ...who,
    accounts,
    sessions: sessions.map((session) => ({
      id: String(session.id),
      device: session.device,
      address: session.addressMasked,
      created_at: secondsOf(session.createdAt),
      last_used_at: secondsOf(session.lastUsedAt),
    })),
    freezes,
    notes,
    money,
  };
}

async function readFactors(database: Database, userId: number) {
  const { rows } = await sql<{
    has_totp: boolean;
    has_passkey: boolean;
    language: string;
    invited_by: string | null;
  }>`
    select
      exists (select from totp_secret
        where user_id = app_user.id and enabled_at is not null) as has_totp,
      exists (select from passkey where user_id = app_user.id) as has_passkey,
      coalesce((select language from member_setting where user_id = app_user.id), language)
        as language,
      (select uid from app_user inviter where inviter.id = app_user.invited_by) as invited_by
    from app_user where id = ${userId}`.execute(database);
  const [row] = rows;
  return {
    hasTwoFactor: row?.has_totp === true,
    hasPasskey: row?.has_passkey === true,
    language: row?.language ?? "",
    invitedBy: row?.invited_by ?? "",
  };
}

async function readAccounts(
  { database, read }: UserFileParts,
  userId: number,
): Promise<DeskAccount[]> {
  const { rows } = await sql<{ id: bigint; is_main: boolean }>`
    select id, is_main from user_account where user_id = ${userId} order by id
    limit ${ROWS_SHOWN_MAX}`.execute(database);
  const views = await read((books) => rows.map(({ id }) => books.account(accountId(Number(id)))));
  return rows.flatMap(({ id, is_main }, index) => {
    const view = views[index];
    if (!view) return [];
    return {
      id: String(id),
      is_main: is_main ? 1 : 0,
      cash: formatMoney(view.cash),
      equity: formatMoney(view.equity),
      used: formatMoney(view.used),
      reserved: formatMoney(view.reserved),
      held: formatMoney(view.held),
      available: formatMoney(view.available),
      profit: formatMoney(view.floating),
    };
  });
}

type Said = { staff_id: bigint; staff_name: string; at: Date };

async function readFreezes(database: Database, userId: number): Promise<DeskFreeze[]> {
  const { rows } = await sql<Said & { until: Date | null; reason: string }>`
    select until, reason, staff_id, staff.name as staff_name, at
    from user_freeze join staff on staff.id = staff_id
    where user_id = ${userId} order by user_freeze.id desc limit ${ROWS_SHOWN_MAX}
  `.execute(database);
  return rows.map((row) => ({ ...saidBy(row), until: secondsOf(row.until), reason: row.reason }));
}

async function readNotes(database: Database, userId: number): Promise<DeskNote[]> {
  const { rows } = await sql<Said & { id: bigint; text: string }>`
    select user_note.id, text, staff_id, staff.name as staff_name, at
    from user_note join staff on staff.id = staff_id
    where user_id = ${userId} order by user_note.id desc limit ${ROWS_SHOWN_MAX}
  `.execute(database);
  return rows.map((row) => ({ ...saidBy(row), id: String(row.id), text: row.text }));
}

function saidBy({ staff_id, staff_name, at }: Said) {
  return { staff_id: String(staff_id), staff_name, at: secondsOf(at) };
}
