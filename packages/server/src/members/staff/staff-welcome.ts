// What every way into the desk ends with: the app that has to be set up, the session, and the line
// in the log. Used by log-in-staff.ts and enrol-staff.ts.

import { type StaffSessionWire, staffMemberToWire } from "@truetick/contract/desk";
import { appendAudit } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type CallContext, type Refused, refuse } from "../../platform/handler.ts";
import type { Messenger } from "../../platform/outbox/message.ts";
import type { Seal } from "../../platform/secrets/seal.ts";
import type { Passwords } from "../passwords/passwords.ts";
import { newTotpSecret, totpUri } from "../two-factor/totp.ts";
import type { DeskNetworks } from "./desk-networks.ts";
import type { StaffGate } from "./staff-limits.ts";
import type { StaffSessions } from "./staff-sessions.ts";
import { DATABASE_NOW, type StaffRow } from "./staff-table.ts";
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

/** A new secret that counts for nothing until its first code came back. */
export async function offerSetup({ database, tickets, seal }: StaffLoginParts, row: StaffRow) {
  const secret = newTotpSecret();
  const ticket = await tickets.issue(database, {
    staffId: Number(row.id),
    kind: "enrolment",
    sealed: seal.close(secret),
  });
  return { setup: { ticket, secret, uri: totpUri({ secret, label: row.email }) } };
}

export function openSecret(seal: Seal, sealed: Buffer): string {
  const secret = seal.open(sealed);
  if (secret === null) throw new Error("Invariant: what was sealed with our key opens with it");
  return secret;
}

/** Opens the session, unless the account changed since it was looked at. */
export async function welcome(
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
      .where("totp_sealed", "is not distinct from", row.totp_sealed)
      .returning(["id", "name", "email", "roles"])
      .executeTakeFirst();
    if (!now) return refuse("LOGIN_FAILED");
    const token = await sessions.open(trx, Number(now.id), context);
    await noteAct(trx, row, "staff.login", { factor });
    return { token, staff: staffMemberToWire({ ...now, id: String(now.id) }) };
  });
}

export async function noteAct(
  trx: Database,
  { id, name }: StaffRow,
  action: string,
  detail: { readonly [name: string]: string },
): Promise<void> {
  const actor = { kind: "staff", id: Number(id), name } as const;
  await appendAudit(trx, { actor, action, subject: { kind: "staff", id: Number(id) }, detail });
}
