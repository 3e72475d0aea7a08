// A member who is logged in sets another password: by a code sent to the stored address, so that a
// stolen session is not enough, and by the old password where the client asks for it (T17). Called
// by the gateway. Afterwards only the session it came with holds, and withdrawals wait (T16).

import { type CALLS, passwordChangeFromFields } from "@truetick/contract/calls";
import type { Database } from "../../platform/database.ts";
import { type Handler, type Refused, refuse } from "../../platform/handler.ts";
import type { AttemptWindows } from "../attempts/attempt-windows.ts";
import { tooMany } from "../login/login-limits.ts";
import type { Contact } from "../users/contact.ts";
import { contactOf, findMember, type Member } from "../users/user-table.ts";
import { refusePassword } from "./password-rules.ts";
import { BUSY, type Passwords } from "./passwords.ts";
import { type SetPasswordParts, setPassword } from "./set-password.ts";

const TRIES_MAX = 10;
const WINDOW_MS = 900_000;

export type ChangeParts = SetPasswordParts & {
  readonly passwords: Passwords;
  readonly windows: AttemptWindows;
};

export function createChangePassword(parts: ChangeParts): Handler<typeof CALLS.changePassword> {
  const { database, passwords } = parts;

  return async (fields, { caller }) => {
    const { kind, password, code, oldPassword } = passwordChangeFromFields(fields);
    const { userId, sessionId } = caller;
    if (password === "") return refuse("COMPLETE_FORM");
    if (code.trim() === "") return refuse("CODE_REQUIRED");
    const member = await findMember(database, { userId });
    if (!member) throw new Error("Invariant: whoever has a session exists");
    const weak = refusePassword(password, namesOf(member));
    if (weak) return weak;
    const contact = contactOf(member, kind);
    const asked = { member, contact, sessionId, password, code, oldPassword };
    // Before a try is counted: who is turned away because others are waiting has tried nothing.
    const said = await passwords.admit(() => change(parts, asked));
    return said === BUSY ? refuse("BUSY") : said;
  };
}

type Change = {
  readonly member: Member;
  readonly contact: Contact;
  readonly sessionId: number;
  readonly password: string;
  readonly code: string;
  readonly oldPassword: string | null;
};

/** Refuses as the old password does, and with CODE_WRONG or BUSY. */
async function change(parts: ChangeParts, asked: Change) {
  const { codes, passwords } = parts;
  const { member, contact, sessionId, password, code, oldPassword } = asked;
  if (oldPassword !== null) {
    const refused = await refuseOld(parts, member.userId, oldPassword);
    if (refused) return refused;
  }
  const codeId = await codes.attempt({ contact, purpose: "change" }, code);
  if (codeId === null) return refuse("CODE_WRONG");
  const passwordHash = await passwords.hash(password);
  if (passwordHash === BUSY) return refuse("BUSY");
  const keptSessionId = sessionId;
  const isSet = await setPassword(parts, { member, passwordHash, codeId, keptSessionId });
  return isSet ? {} : refuse("CODE_WRONG");
}

/** Refuses with TOO_MANY_ATTEMPTS, BUSY or PASSWORD_WRONG. */
async function refuseOld(
  { database, passwords, windows }: ChangeParts,
  userId: number,
  oldPassword: string,
): Promise<Refused | null> {
  const counted = { what: "old-password", subject: String(userId), windowMs: WINDOW_MS };
  const { tries, endsInMs } = await windows.count(counted);
  if (tries > TRIES_MAX) return tooMany(endsInMs);
  const isRight = await passwords.verify(await findHash(database, userId), oldPassword);
  if (isRight === BUSY) {
    await windows.takeBack(counted);
    return refuse("BUSY");
  }
  if (!isRight) return refuse("PASSWORD_WRONG");
  await windows.forget(counted);
  return null;
}

async function findHash(database: Database, userId: number): Promise<string | null> {
  const row = await database
    .selectFrom("app_user")
    .select("password_hash")
    .where("id", "=", BigInt(userId))
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

function namesOf({ email, mobile }: Member): string[] {
  return [email, mobile].filter((name) => name !== null);
}
