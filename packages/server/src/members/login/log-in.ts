// The login by e-mail or mobile number and password. Called by the gateway. Invariants: unknown
// accounts and wrong passwords get the same words after the same work (T14); every try is counted
// before it is looked at (T09); nobody is told that a second factor is set before the password
// was right.

import type { Reason } from "@truetick/contract";
import { type CALLS, logInFromFields } from "@truetick/contract/calls";
import type { Background } from "../../platform/background.ts";
import type { Database } from "../../platform/database.ts";
import { type Handler, isRefused, type Refused, refuse } from "../../platform/handler.ts";
import { BUSY, type Passwords } from "../passwords/passwords.ts";
import type { Proof } from "../sessions/proof.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Visit } from "../sessions/visit.ts";
import type { SecondFactor } from "../two-factor/second-factor.ts";
import { type Contact, readContact } from "../users/contact.ts";
import { findMember } from "../users/user-table.ts";
import { type LoginGate, tooMany } from "./login-limits.ts";
import type { Welcome } from "./welcome.ts";

export type LogInParts = {
  readonly database: Database;
  readonly gate: LoginGate;
  readonly passwords: Passwords;
  readonly secondFactor: Pick<SecondFactor, "methodsOf" | "check">;
  readonly sessions: Pick<Sessions, "noteRefused">;
  readonly background: Background;
  readonly welcome: Welcome;
};

export function createLogIn(parts: LogInParts): Handler<typeof CALLS.logIn> {
  return async (fields, context) => {
    const asked = logInFromFields(fields);
    if (asked.account.trim() === "") return refuse("ACCOUNT_REQUIRED");
    if (asked.password === "") return refuse("PASSWORD_REQUIRED");
    const contact = readContact(asked);
    if (isRefused(contact)) return contact;
    const visit: Visit = { ...context, method: "password" };
    const said = await parts.passwords.admit(() => tryOnce(parts, { contact, asked, visit }));
    return said === BUSY ? refuse("BUSY") : said;
  };
}

/** Refuses with what the gate and the proof refuse. */
async function tryOnce(parts: LogInParts, proof: LoginProof) {
  const { database, gate, welcome } = parts;
  const { contact, asked, visit } = proof;
  const attempt = { contact, address: visit.address, captcha: asked.captcha };
  const tooOften = await gate.refuse(attempt);
  if (tooOften) return tooOften;
  const proved = await prove(parts, proof);
  if (isRefused(proved)) {
    if (UNCOUNTED.has(proved.reason)) await gate.takeBack(attempt);
    return proved;
  }
  await gate.noteRight(attempt);
  const member = await findMember(database, proved);
  if (!member) throw new Error("Invariant: a user with a password exists");
  return welcome(member, visit, proved);
}

/** No guess was wrong: it was not looked at, or it was right as far as it went. */
const UNCOUNTED = new Set<Reason>(["BUSY", "SECOND_FACTOR_NEEDED"]);

type LoginProof = {
  readonly contact: Contact;
  readonly asked: ReturnType<typeof logInFromFields>;
  readonly visit: Visit;
};

type Proved = Extract<Proof, { passwordHash: string }> & { readonly userId: number };

/** Whose account it is, once password and second factor are right. */
async function prove(
  parts: LogInParts,
  { contact, asked, visit }: LoginProof,
): Promise<Proved | Refused> {
  const { database, passwords, secondFactor, sessions, background } = parts;
  const found = await findPassword(database, contact);
  const isRight = await passwords.verify(found?.passwordHash ?? null, asked.password);
  if (isRight === BUSY) return refuse("BUSY");
  const refuseAnd = (reason: Reason) => {
    if (found) {
      const { userId } = found;
      background.run("note a refused login", () => sessions.noteRefused(userId, visit));
    }
    return refuse(reason);
  };
  if (!isRight || !found?.passwordHash) return refuseAnd("LOGIN_FAILED");

  const { userId, passwordHash } = found;
  const methods = await secondFactor.methodsOf(userId);
  if (methods.length === 0) return { userId, passwordHash, hasSecondFactor: false };
  if (asked.secondFactorCode === null) {
    return refuse("SECOND_FACTOR_NEEDED", { methods: methods.join(",") });
  }
  const checked = await secondFactor.check(userId, asked.secondFactorCode);
  if (checked === "ok") return { userId, passwordHash, hasSecondFactor: true };
  return checked === "wrong" ? refuseAnd("SECOND_FACTOR_WRONG") : tooMany(checked.endsInMs);
}

async function findPassword(database: Database, contact: Contact) {
  const row = await database
    .selectFrom("app_user")
    .select(["id", "password_hash"])
    .where(contact.kind, "=", contact.value)
    .executeTakeFirst();
  return row ? { userId: Number(row.id), passwordHash: row.password_hash } : null;
}
