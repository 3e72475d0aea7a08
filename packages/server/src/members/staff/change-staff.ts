// How the staff itself is changed: a kind of proposal, so that two people decide who works here
// and with which powers (T87). Registered by staff-desk.ts. Invariants: one person has one account;
// two who can decide about the staff always remain, else nobody could ever change it again: whoever
// was invited and has no password yet is none of them.

import { DEFAULT_LANGUAGE, languageOf } from "@truetick/contract";
import { ROLES, type Role, STAFF_PROPOSAL_KIND, type StaffPayload } from "@truetick/contract/desk";
import type { Canonical } from "@truetick/proof";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import { text } from "../../platform/messages.ts";
import type { BatchMessenger } from "../../platform/outbox/message.ts";
import type { AgreedProposal, ProposalKind } from "../proposals/proposal-kinds.ts";
import { readEmail } from "../users/read-email.ts";
import { endStaffSessions } from "./staff-sessions.ts";
import { DATABASE_NOW, findStaffByEmail, findStaffById, type StaffRow } from "./staff-table.ts";
import type { StaffTickets } from "./staff-tickets.ts";

const NAME_LENGTH_MAX = 60;
const ADMINS_MIN = 2;
const ACTS = ["create", "change", "disable", "enable", "reset_factor", "reset_password"] as const;

export type StaffChangeParts = {
  readonly database: Database;
  readonly tickets: StaffTickets;
  readonly messenger: Pick<BatchMessenger, "sendIn">;
  readonly publicOrigin: string;
};

export function createStaffKind(parts: StaffChangeParts): ProposalKind<StaffPayload> {
  const { database } = parts;
  return {
    kind: STAFF_PROPOSAL_KIND,
    permission: "staff.change",
    notice: "none",
    isPublic: false,
    parse: async (given) => {
      const payload = readPayload(given);
      if (typeof payload === "string") return refuse("PROPOSAL_INVALID", { problem: payload });
      const problem = await problemOf(database, payload);
      return problem === null ? payload : refuse("PROPOSAL_INVALID", { problem });
    },
    current: async (payload) => {
      if (payload.act === "create") return null;
      const row = await findStaffById(database, Number(payload.staff_id));
      return row && describe(row);
    },
    apply: (agreed, trx) => applyChange(parts, agreed, trx),
  };
}

function describe({ name, email, roles, disabled_at, totp_sealed }: StaffRow): Canonical {
  return {
    name,
    email,
    roles,
    is_disabled: disabled_at !== null,
    has_factor: totp_sealed !== null,
  };
}

/** The payload, or the name of what is wrong with it. */
function readPayload(given: unknown): StaffPayload | string {
  if (typeof given !== "object" || given === null) return "payload";
  const fields = given as Readonly<Record<string, unknown>>;
  const act = ACTS.find((each) => each === fields.act);
  if (!act) return "act";
  const { staff_id } = fields;
  if (act !== "create" && (typeof staff_id !== "string" || !/^[1-9]\d{0,14}$/.test(staff_id))) {
    return "staff_id";
  }
  if (act !== "create" && act !== "change") return { act, staff_id: String(staff_id) };
  const name = readName(fields.name);
  const roles = readRoles(fields.roles);
  if (name === null) return "name";
  if (roles === null) return "roles";
  if (act === "change") return { act, staff_id: String(staff_id), name, roles };
  const email = typeof fields.email === "string" ? readEmail(fields.email) : null;
  const person_ref = readName(fields.person_ref);
  if (email === null) return "email";
  return person_ref === null ? "person_ref" : { act, email, name, person_ref, roles };
}

function readName(given: unknown): string | null {
  if (typeof given !== "string") return null;
  const name = given.normalize("NFKC").trim();
  return name.length >= 1 && name.length <= NAME_LENGTH_MAX && !/\p{C}/u.test(name) ? name : null;
}

function readRoles(given: unknown): readonly Role[] | null {
  if (!Array.isArray(given) || given.length === 0) return null;
  const roles = ROLES.filter((role) => given.includes(role));
  return roles.length === new Set(given).size ? roles : null;
}

/** What keeps it from being done; asked when it is proposed, and again when it is carried out. */
async function problemOf(database: Database, payload: StaffPayload): Promise<string | null> {
  if (payload.act === "create") {
    if (await findStaffByEmail(database, payload.email)) return "email";
    return (await isPersonKnown(database, payload.person_ref)) ? "person_ref" : null;
  }
  const row = await findStaffById(database, Number(payload.staff_id));
  if (!row) return "staff_id";
  if (payload.act === "enable") return null;
  const loses = payload.act === "disable" || (payload.act === "change" && !isAdmin(payload));
  return loses && isAdmin(row) && (await adminsBeside(database, row)) < ADMINS_MIN
    ? "admins"
    : null;
}

function isAdmin({ roles }: { readonly roles: readonly Role[] }): boolean {
  return roles.includes("admin");
}

async function isPersonKnown(database: Database, personRef: string): Promise<boolean> {
  const row = await database
    .selectFrom("staff")
    .select("id")
    .where(sql<string>`lower(person_ref)`, "=", personRef.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

async function adminsBeside(database: Database, { id }: StaffRow): Promise<number> {
  const rows = await database
    .selectFrom("staff")
    .select("id")
    .where("id", "!=", id)
    .where("disabled_at", "is", null)
    .where("password_hash", "is not", null)
    .where(sql<boolean>`roles @> array['admin']`)
    .execute();
  return rows.length;
}

async function applyChange(
  parts: StaffChangeParts,
  { payload }: AgreedProposal<StaffPayload>,
  trx: Database,
): Promise<Refused | null> {
  // One change of the staff at a time: two that each leave two admins could leave one together.
  await sql`select pg_advisory_xact_lock(hashtext('staff'))`.execute(trx);
  const problem = await problemOf(trx, payload);
  if (problem !== null) return refuse("PROPOSAL_INVALID", { problem });
  if (payload.act === "create") {
    const { email, name, person_ref, roles } = payload;
    const { id } = await trx
      .insertInto("staff")
      .values({ email, name, person_ref, roles: [...roles] })
      .returning("id")
      .executeTakeFirstOrThrow();
    await invite(parts, trx, { staffId: Number(id), email });
    return null;
  }
  const row = await findStaffById(trx, Number(payload.staff_id));
  if (!row) throw new Error("Invariant: staff never disappear");
  await trx.updateTable("staff").set(changesOf(payload)).where("id", "=", row.id).execute();
  // Whatever somebody is logged in with now was given by what they were before.
  if (payload.act !== "enable") {
    await endStaffSessions(trx, Number(row.id));
    await parts.tickets.void(trx, Number(row.id));
  }
  if (payload.act === "reset_password") {
    await invite(parts, trx, { staffId: Number(row.id), email: row.email });
  }
  return null;
}

const CHANGES = {
  disable: { disabled_at: DATABASE_NOW },
  enable: { disabled_at: null },
  reset_factor: { totp_sealed: null },
  reset_password: { password_hash: null },
} as const;

function changesOf(payload: Exclude<StaffPayload, { act: "create" }>) {
  if (payload.act !== "change") return CHANGES[payload.act];
  return { name: payload.name, roles: [...payload.roles] };
}

/** The letter with the code goes out with the invitation that it opens, or neither is there. */
async function invite(
  { tickets, messenger, publicOrigin }: StaffChangeParts,
  trx: Database,
  { staffId, email }: { readonly staffId: number; readonly email: string },
): Promise<void> {
  const code = await tickets.issue(trx, { staffId, kind: "invitation" });
  const language = languageOf(DEFAULT_LANGUAGE);
  const values = { code, link: `${publicOrigin}/desk` };
  await messenger.sendIn(trx, [
    {
      channel: "email",
      to: email,
      kind: "staffInvited",
      language,
      subject: text(language, "mail.staffInvited.subject"),
      text: text(language, "mail.staffInvited.text", values),
      code,
      replaces: "desk",
    },
  ]);
}
