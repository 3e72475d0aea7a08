// The calls of the desk about people: finding them, one person's page, one account's ledger, and
// freezing, unfreezing, logging out everywhere and notes.

import {
  deskUserIdFromFields,
  deskUserLedgerFromFields,
  deskUserListFromFields,
  freezeFromFields,
  noteFromFields,
  unfreezeFromFields,
} from "@truetick/contract/calls";
import {
  type DeskLedgerLine,
  type DeskUser,
  deskUserFileToWire,
  deskUserToWire,
} from "@truetick/contract/desk";
import { accountId } from "@truetick/engine";
import { formatMoney, ZERO_MONEY } from "@truetick/money";
import { sql } from "kysely";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Database } from "../../platform/database.ts";
import { type Handlers, isRefused, refuse, type StaffCaller } from "../../platform/handler.ts";
import type { LoggedMovement } from "../../trading/account/account-log.ts";
import { placeText, readNewestLines, readPlace } from "../../trading/account/statement.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import { pageOf, ROWS_TO_READ, readCursor, secondsOf } from "../page.ts";
import { certifiedAmong } from "./certified-among.ts";
import { endSessions } from "./end-sessions.ts";
import { findUser, findUsers, type UserRow } from "./find-users.ts";
import { type FreezeParts, freezeUser, unfreezeUser } from "./freeze-user.ts";
import { shownContacts } from "./mask-contact.ts";
import { noteUser } from "./note-user.ts";
import { readUserFile } from "./user-file.ts";

export type UserParts = FreezeParts & { readonly read: Sequencer["read"] };

export type UserHandlers = Handlers<
  | "listDeskUsers"
  | "showDeskUser"
  | "listDeskUserLedger"
  | "freezeUser"
  | "unfreezeUser"
  | "endUserSessions"
  | "noteUser"
>;

export function createUserHandlers(parts: UserParts): UserHandlers {
  const { database } = parts;
  return {
    async listDeskUsers(fields, { staff }) {
      const { search, isDemo, cursor } = deskUserListFromFields(fields);
      const before = readCursor(cursor);
      if (before === undefined) return refuse("FIELD_INVALID", { field: "cursor" });
      const canSeeContacts = staff.can("users.pii");
      const rows = await findUsers(database, { search, isDemo, before, canSeeContacts });
      const { shown, next } = pageOf(rows, ({ id }) => id);
      return { data: (await describeUsers(parts, shown, staff)).map(deskUserToWire), next };
    },
    async showDeskUser(fields, { staff }) {
      const row = await findUser(database, deskUserIdFromFields(fields));
      const [user] = row === null ? [] : await describeUsers(parts, [row], staff);
      if (!user) return refuse("USER_UNKNOWN");
      const file = deskUserFileToWire(await readUserFile(parts, { user }));
      await noteLook(database, staff, user.id);
      return file;
    },
    async listDeskUserLedger(fields) {
      const { cursor, ...wanted } = deskUserLedgerFromFields(fields);
      const before = cursor === "" ? null : readPlace(cursor);
      if (cursor !== "" && before === null) return refuse("FIELD_INVALID", { field: "cursor" });
      const account = await findAccount(database, wanted);
      if (account === null) return refuse("USER_UNKNOWN");
      const found = { accountId: account, before, take: ROWS_TO_READ };
      const movements = await readNewestLines(database, found);
      const { shown, next } = pageOf(movements, ({ place }) => placeText(place));
      return { data: shown.map(describeLine), next };
    },
    async freezeUser(fields, { staff }) {
      const until = await freezeUser(parts, { ...freezeFromFields(fields), staff });
      return isRefused(until) ? until : { until: secondsOf(until) };
    },
    unfreezeUser: async (fields, { staff }) =>
      (await unfreezeUser(parts, { ...unfreezeFromFields(fields), staff })) ?? {},
    endUserSessions: (fields, { staff }) =>
      endSessions(database, { ...unfreezeFromFields(fields), staff }),
    noteUser: async (fields, { staff }) =>
      (await noteUser(parts, { ...noteFromFields(fields), staff })) ?? {},
  };
}

/** Somebody's whole page is not looked at in silence (H07). */
async function noteLook(database: Database, staff: StaffCaller, userId: string): Promise<void> {
  await database.transaction().execute((trx) =>
    appendAudit(trx, {
      actor: staffActor(staff),
      action: "user.show",
      subject: { kind: "user", id: userId },
      detail: { is_masked: !staff.can("users.pii") },
    }),
  );
}

async function describeUsers(
  { database, read, clock }: UserParts,
  rows: readonly UserRow[],
  staff: StaffCaller,
): Promise<DeskUser[]> {
  const ids = rows.map(({ id }) => Number(id));
  const [certified, views] = await Promise.all([
    certifiedAmong(database, ids),
    read((books) => rows.map(({ account_id }) => books.account(accountId(Number(account_id))))),
  ]);
  const isWhole = staff.can("users.pii");
  return rows.map((row, index) => {
    const until = row.frozen_until;
    const isFrozen = until !== null && until.getTime() > clock.now();
    return {
      id: String(row.id),
      uid: row.uid,
      ...shownContacts(row, { isWhole }),
      isDemo: row.book === "demo",
      isCertified: certified.has(Number(row.id)),
      area: row.area ?? "",
      cash: formatMoney(views[index]?.cash ?? ZERO_MONEY),
      frozenUntil: isFrozen ? secondsOf(until) : null,
      createdAt: secondsOf(row.created_at),
    };
  });
}

/** The named one if it is the user's, else the main one; null where there is none. */
async function findAccount(
  database: Database,
  { userId, accountId: named }: { readonly userId: number; readonly accountId: number | null },
) {
  const which = named === null ? sql`is_main` : sql`id = ${named}`;
  const { rows } = await sql<{ id: bigint }>`
    select id from user_account where user_id = ${userId} and ${which}`.execute(database);
  return rows[0] ? accountId(Number(rows[0].id)) : null;
}

function describeLine(movement: LoggedMovement): DeskLedgerLine {
  return {
    id: String(movement.movementId),
    amount: formatMoney(movement.amount),
    balance: formatMoney(movement.balance),
    cause: movement.cause,
    cause_id: String(movement.causeId),
    at: movement.atMs / 1_000,
  };
}
