// How staff come in: e-mail, password and a second factor, always (T84). The first login sets the
// factor up; in the sandbox it may be a code by mail, so that a newcomer can play both operators.
// Called by the gateway. Invariants: unknown addresses and wrong passwords get the same words after
// the same work (T14); no password alone opens a session; every login has its line in the log.

import { CODE_MINUTES_MAX, type Language } from "@truetick/contract";
import { staffLoginFromFields } from "@truetick/contract/calls";
import { type StaffSessionWire, staffMemberToWire } from "@truetick/contract/desk";
import { appendAudit } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import {
  type CallContext,
  type Handlers,
  isRefused,
  type Refused,
  refuse,
} from "../../platform/handler.ts";
import { text } from "../../platform/messages.ts";
import type { Messenger } from "../../platform/outbox/message.ts";
import type { Seal } from "../../platform/secrets/seal.ts";
import { tooMany } from "../login/login-limits.ts";
import { refusePassword } from "../passwords/password-rules.ts";
import { BUSY, type Passwords } from "../passwords/passwords.ts";
import { newTotpSecret, stepOfCode, totpUri } from "../two-factor/totp.ts";
import { readEmail } from "../users/read-email.ts";
import type { DeskNetworks } from "./desk-networks.ts";
import type { StaffGate } from "./staff-limits.ts";
import type { StaffSessions } from "./staff-sessions.ts";
import {
  DATABASE_NOW,
  findStaffByEmail,
  findStaffById,
  type StaffRow,
  takeStep,
} from "./staff-table.ts";
import type { StaffTickets } from "./staff-tickets.ts";

export type StaffLoginParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly passwords: Passwords;
  readonly gate: StaffGate;
  readonly tickets: StaffTickets;
  readonly sessions: StaffSessions;
  readonly networks: DeskNetworks;
  readonly messenger: Messenger;
  /** For the secrets of apps. */
  readonly seal: Seal;
  readonly mode: "sandbox" | "live";
};

export type StaffLoginHandlers = Handlers<
  "staffLogIn" | "staffEnrol" | "staffMailCode" | "staffAccept"
>;

export function createStaffLogin(parts: StaffLoginParts): StaffLoginHandlers {
  const { passwords, networks, mode } = parts;
  const admit = async <T>(context: CallContext, call: () => Promise<T | Refused>) => {
    if (!networks.allow(context.address)) return refuse("NOT_FOUND");
    const said = await passwords.admit(call);
    return said === BUSY ? refuse("BUSY") : said;
  };
  return {
    staffLogIn: (fields, context) => {
      const { email, password, authCode } = staffLoginFromFields(fields);
      return admit(context, async () => {
        const proved = await provePassword(parts, { email, password, context });
        return isRefused(proved) ? proved : await proveFactor(parts, proved, { authCode, context });
      });
    },
    staffMailCode: ({ email = "", password = "" }, context) => {
      if (mode !== "sandbox") return refuse("STAFF_CODE_UNAVAILABLE");
      return admit(context, async () => {
        const proved = await provePassword(parts, { email, password, context });
        if (isRefused(proved)) return proved;
        await mailCode(parts, proved, context.language);
        return {};
      });
    },
    staffEnrol: async ({ ticket, auth_code }, context) => {
      if (!networks.allow(context.address)) return refuse("NOT_FOUND");
      return await enrol(parts, { ticket, code: auth_code, context });
    },
    staffAccept: ({ email = "", code, password = "" }, context) =>
      admit(context, () => accept(parts, { email, code, password, context })),
  };
}

type Attempted = {
  readonly email: string;
  readonly password: string;
  readonly context: CallContext;
};

/** Refuses with LOGIN_FAILED, TOO_MANY_ATTEMPTS or BUSY. */
async function provePassword(
  parts: StaffLoginParts,
  { email: typed, password, context }: Attempted,
): Promise<StaffRow | Refused> {
  const { database, gate, passwords } = parts;
  const email = readEmail(typed) ?? "";
  const attempt = { email, address: context.address };
  const tooOften = await gate.refuse(attempt);
  if (tooOften) return tooOften;
  const row = await findStaffByEmail(database, email);
  const isRight = await passwords.verify(row?.password_hash ?? null, password);
  if (isRight === BUSY) {
    await gate.takeBack(attempt);
    return refuse("BUSY");
  }
  if (isRight && row && row.disabled_at === null) {
    await gate.noteRight(attempt);
    return row;
  }
  if (row) await noteRefused(database, row, "password");
  return refuse("LOGIN_FAILED");
}

/** Refuses with SECOND_FACTOR_NEEDED, SECOND_FACTOR_WRONG or TOO_MANY_ATTEMPTS. */
async function proveFactor(
  parts: StaffLoginParts,
  row: StaffRow,
  { authCode, context }: { readonly authCode: string | null; readonly context: CallContext },
) {
  const { database, gate, mode, tickets } = parts;
  const staffId = Number(row.id);
  if (authCode === null) {
    if (row.totp_sealed === null) return await offerSetup(parts, row);
    const methods = mode === "sandbox" ? "totp,mail" : "totp";
    return refuse("SECOND_FACTOR_NEEDED", { methods });
  }
  const refused = await gate.codes.refuse(staffId);
  if (refused) return tooMany(refused.endsInMs);
  const secret = authCode.replace(/[\s-]/g, "");
  const mailed =
    mode === "sandbox" ? await tickets.attempt({ staffId, kind: "mail-code", secret }) : null;
  const isRight =
    mailed === null
      ? await isAppCode(parts, row, secret)
      : await parts.tickets.use(database, mailed);
  if (!isRight) {
    await noteRefused(database, row, "second factor");
    return refuse("SECOND_FACTOR_WRONG");
  }
  await gate.codes.giveBack(staffId);
  return await welcome(parts, row, { context, factor: mailed === null ? "totp" : "mail" });
}

async function isAppCode(
  { database, seal, clock }: StaffLoginParts,
  row: StaffRow,
  code: string,
): Promise<boolean> {
  if (row.totp_sealed === null) return false;
  const step = stepOfCode({ secret: openSecret(seal, row.totp_sealed), code, atMs: clock.now() });
  return step !== null && (await takeStep(database, { staffId: Number(row.id), step }));
}

function openSecret(seal: Seal, sealed: Buffer): string {
  const secret = seal.open(sealed);
  if (secret === null) throw new Error("Invariant: what was sealed with our key opens with it");
  return secret;
}

/** A new secret that counts for nothing until its first code came back. */
async function offerSetup({ database, tickets, seal }: StaffLoginParts, row: StaffRow) {
  const secret = newTotpSecret();
  const ticket = await tickets.issue(database, {
    staffId: Number(row.id),
    kind: "enrolment",
    sealed: seal.close(secret),
  });
  return { setup: { ticket, secret, uri: totpUri({ secret, label: row.email }) } };
}

/** Refuses with ENROLMENT_EXPIRED, SECOND_FACTOR_WRONG. */
async function enrol(
  parts: StaffLoginParts,
  {
    ticket,
    code,
    context,
  }: {
    readonly ticket: string;
    readonly code: string;
    readonly context: CallContext;
  },
): Promise<StaffSessionWire | Refused> {
  const { database, tickets, seal, clock } = parts;
  const found = await tickets.findEnrolment(ticket);
  if (!found) return refuse("ENROLMENT_EXPIRED");
  const { staffId, sealed, ticketId } = found;
  const step = stepOfCode({
    secret: openSecret(seal, sealed),
    code: code.replace(/[\s-]/g, ""),
    atMs: clock.now(),
  });
  if (step === null) return refuse("SECOND_FACTOR_WRONG");
  const row = await findStaffById(database, staffId);
  if (!row || row.disabled_at !== null) return refuse("ENROLMENT_EXPIRED");
  const isSetUp = await database.transaction().execute(async (trx) => {
    if (!(await tickets.use(trx, ticketId))) return false;
    // Never in place of one that is there: that takes two other people.
    const set = await trx
      .updateTable("staff")
      .set({ totp_sealed: sealed, totp_last_step: BigInt(step) })
      .where("id", "=", row.id)
      .where("totp_sealed", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!set) return false;
    await note(trx, row, "staff.enrol", {});
    return true;
  });
  if (!isSetUp) return refuse("ENROLMENT_EXPIRED");
  return await welcome(parts, row, { context, factor: "totp" });
}

/** Refuses with CODE_WRONG, TOO_MANY_ATTEMPTS, BUSY or what the password rules refuse. */
async function accept(
  parts: StaffLoginParts,
  { email: typed, code, password, context }: Attempted & { readonly code: string },
) {
  const { database, gate, passwords, tickets } = parts;
  const email = readEmail(typed) ?? "";
  const weak = refusePassword(password, [email]);
  if (weak) return weak;
  const tooOften = await gate.refuse({ email, address: context.address });
  if (tooOften) return tooOften;
  const row = await findStaffByEmail(database, email);
  const ticketId =
    row && row.disabled_at === null
      ? await tickets.attempt({ staffId: Number(row.id), kind: "invitation", secret: code })
      : null;
  const hash = await passwords.hash(password);
  if (hash === BUSY) return refuse("BUSY");
  if (!row || ticketId === null) return refuse("CODE_WRONG");
  const isChosen = await database.transaction().execute(async (trx) => {
    if (!(await tickets.use(trx, ticketId))) return false;
    const set = { password_hash: hash };
    await trx.updateTable("staff").set(set).where("id", "=", row.id).execute();
    await note(trx, row, "staff.accept", {});
    return true;
  });
  return isChosen ? await offerSetup(parts, row) : refuse("CODE_WRONG");
}

async function mailCode(
  { database, tickets, messenger }: StaffLoginParts,
  row: StaffRow,
  language: Language,
): Promise<void> {
  const code = await tickets.issue(database, { staffId: Number(row.id), kind: "mail-code" });
  await messenger.send({
    channel: "email",
    to: row.email,
    kind: "verifyCode",
    language,
    subject: text(language, "mail.verifyCode.subject", { code }),
    text: text(language, "mail.verifyCode.text", { code, minutes: CODE_MINUTES_MAX }),
    code,
    replaces: "desk",
  });
}

/** Opens the session, unless the account changed since it was looked at. */
async function welcome(
  { database, sessions }: StaffLoginParts,
  row: StaffRow,
  { context, factor }: { readonly context: CallContext; readonly factor: "totp" | "mail" },
): Promise<StaffSessionWire | Refused> {
  return await database.transaction().execute(async (trx) => {
    const now = await trx
      .updateTable("staff")
      .set({ last_login_at: DATABASE_NOW })
      .where("id", "=", row.id)
      .where("disabled_at", "is", null)
      .where("password_hash", "=", row.password_hash)
      .returning(["id", "name", "email", "roles"])
      .executeTakeFirst();
    if (!now) return refuse("LOGIN_FAILED");
    const token = await sessions.open(trx, Number(now.id), context);
    await note(trx, row, "staff.login", { factor });
    return { token, staff: staffMemberToWire({ ...now, id: String(now.id) }) };
  });
}

async function noteRefused(database: Database, row: StaffRow, what: string): Promise<void> {
  await database.transaction().execute((trx) => note(trx, row, "staff.refuse_login", { what }));
}

async function note(
  trx: Database,
  { id, name }: StaffRow,
  action: string,
  detail: { readonly [name: string]: string },
): Promise<void> {
  const actor = { kind: "staff", id: Number(id), name } as const;
  await appendAudit(trx, { actor, action, subject: { kind: "staff", id: Number(id) }, detail });
}
