// The calls of the staff about themselves, and about the log of what they did. Called by the
// gateway, which has looked at the permission.

import { auditFromFields } from "@truetick/contract/calls";
import {
  type AuditVerdict,
  auditVerdictToWire,
  staffEntryToWire,
  staffMemberToWire,
} from "@truetick/contract/desk";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import { readAudit, verifyAudit } from "../../platform/audit/read-audit.ts";
import type { Database } from "../../platform/database.ts";
import type { Handlers } from "../../platform/handler.ts";
import type { StaffSessions } from "./staff-sessions.ts";
import { findStaffById, readStaff, type StaffRow } from "./staff-table.ts";

const LINES_PER_PAGE = 50;

export type StaffHandlers = Handlers<
  "getStaff" | "staffLogOut" | "listStaff" | "listAudit" | "verifyAudit"
>;

export function createStaffHandlers({
  database,
  sessions,
}: {
  database: Database;
  sessions: Pick<StaffSessions, "end">;
}): StaffHandlers {
  let checking: Promise<AuditVerdict> | null = null;
  /** The whole log is long: who asks while it is being checked hears the same. */
  const check = () => {
    checking ??= verifyAudit(database).finally(() => {
      checking = null;
    });
    return checking;
  };
  return {
    getStaff: async (_fields, { staff }) => {
      const row = await findStaffById(database, staff.staffId);
      if (!row) throw new Error("Invariant: whoever has a session exists");
      const { name, email, roles } = row;
      return staffMemberToWire({ id: String(row.id), name, email, roles });
    },
    staffLogOut: async (_fields, { staff }) => {
      await sessions.end(staff.sessionId);
      const subject = { kind: "staff", id: staff.staffId };
      await database.transaction().execute((trx) =>
        appendAudit(trx, {
          actor: staffActor(staff),
          action: "staff.logout",
          subject,
          detail: {},
        }),
      );
      return {};
    },
    listStaff: async () => ({ data: (await readStaff(database)).map(entryOf) }),
    listAudit: async (fields) => {
      const { cursor, ...filter } = auditFromFields(fields);
      const beforeSeq = cursor === null ? null : Number(cursor);
      const linesMax = LINES_PER_PAGE + 1;
      const lines = Number.isSafeInteger(beforeSeq ?? 0)
        ? await readAudit(database, { ...filter, beforeSeq, linesMax })
        : [];
      const data = lines.slice(0, LINES_PER_PAGE);
      return { data, next: lines.length > LINES_PER_PAGE ? (data.at(-1)?.seq ?? "") : "" };
    },
    verifyAudit: async () => auditVerdictToWire(await check()),
  };
}

function entryOf(row: StaffRow) {
  return staffEntryToWire({
    id: String(row.id),
    name: row.name,
    email: row.email,
    personRef: row.person_ref,
    roles: row.roles,
    hasFactor: row.totp_sealed !== null,
    isDisabled: row.disabled_at !== null,
    lastLoginAt: secondsOf(row.last_login_at),
    createdAt: secondsOf(row.created_at),
  });
}

function secondsOf(moment: Date | null): number {
  return moment === null ? 0 : Math.floor(moment.getTime() / 1_000);
}
