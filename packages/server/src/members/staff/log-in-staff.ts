// How staff come in: e-mail, password and a second factor, always (T84). The first login sets the
// factor up; in the sandbox it may be a code by mail, so that a newcomer can play both operators.
// Called by the gateway. Invariants: unknown addresses and wrong passwords get the same words after
// the same work (T14); no password alone opens a session; every login has its line in the log.

import { CODE_MINUTES_MAX, type Language } from "@truetick/contract";
import { staffLoginFromFields } from "@truetick/contract/calls";
import type { Database } from "../../platform/database.ts";
import {
  type CallContext,
  type Handlers,
  isRefused,
  type Refused,
  refuse,
} from "../../platform/handler.ts";
import { text } from "../../platform/messages.ts";
import { tooMany } from "../login/login-limits.ts";
import { BUSY } from "../passwords/passwords.ts";
import { stepOfCode } from "../two-factor/totp.ts";
import { readEmail } from "../users/read-email.ts";
import { acceptInvitation, enrol } from "./enrol-staff.ts";
import { findStaffByEmail, type StaffRow, takeStep } from "./staff-table.ts";
import { noteAct, offerSetup, openSecret, type StaffLoginParts, welcome } from "./staff-welcome.ts";

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
      admit(context, () => acceptInvitation(parts, { email, code, password, context })),
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

async function noteRefused(database: Database, row: StaffRow, what: string): Promise<void> {
  await database.transaction().execute((trx) => noteAct(trx, row, "staff.refuse_login", { what }));
}
