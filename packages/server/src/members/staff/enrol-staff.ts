// How somebody new comes to the desk: an invitation becomes a password, a secret becomes an app,
// and the app's first code the first session. Called by log-in-staff.ts. Invariant: what is there
// is never replaced here; that takes two other people (change-staff.ts).

import type { StaffSessionWire } from "@truetick/contract/desk";
import { type CallContext, type Refused, refuse } from "../../platform/handler.ts";
import { refusePassword } from "../passwords/password-rules.ts";
import { BUSY } from "../passwords/passwords.ts";
import { stepOfCode } from "../two-factor/totp.ts";
import { readEmail } from "../users/read-email.ts";
import { findStaffByEmail, findStaffById } from "./staff-table.ts";
import { noteAct, offerSetup, openSecret, type StaffLoginParts, welcome } from "./staff-welcome.ts";

/** Refuses with ENROLMENT_EXPIRED, SECOND_FACTOR_WRONG. */
export async function enrol(
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
  if (!row || row.disabled_at !== null || row.password_hash === null) {
    return refuse("ENROLMENT_EXPIRED");
  }
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
    await noteAct(trx, row, "staff.enrol", {});
    return true;
  });
  if (!isSetUp) return refuse("ENROLMENT_EXPIRED");
  return await welcome(parts, { ...row, totp_sealed: sealed }, { context, factor: "totp" });
}

/** Refuses with CODE_WRONG, TOO_MANY_ATTEMPTS, BUSY or what the password rules refuse. */
export async function acceptInvitation(
  parts: StaffLoginParts,
  {
    email: typed,
    code,
    password,
    context,
  }: {
    readonly email: string;
    readonly code: string;
    readonly password: string;
    readonly context: CallContext;
  },
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
    await noteAct(trx, row, "staff.accept", {});
    return true;
  });
  return isChosen ? await offerSetup(parts, row) : refuse("CODE_WRONG");
}
