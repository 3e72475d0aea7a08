// A forgotten password is replaced by a code sent to the account's own address. Called by the
// gateway. Invariants: an account that does not exist is a code that is wrong (T14); afterwards no
// old session holds, and withdrawals wait (T16). A second factor stays as it is, unless nobody had
// ever proved to own the account's address.

import { type CALLS, passwordResetFromFields } from "@truetick/contract/calls";
import type { Database } from "../../platform/database.ts";
import { type Caller, type Handler, isRefused, refuse } from "../../platform/handler.ts";
import type { AttemptWindows } from "../attempts/attempt-windows.ts";
import { tooMany } from "../login/login-limits.ts";
import { type Contact, readContact } from "../users/contact.ts";
import { findMember } from "../users/user-table.ts";
import { refusePassword } from "./password-rules.ts";
import { BUSY, type Passwords } from "./passwords.ts";
import { type SetPasswordParts, setPassword } from "./set-password.ts";

const HOUR_MS = 3_600_000;

export type ResetParts = SetPasswordParts & {
  readonly passwords: Passwords;
  readonly windows: AttemptWindows;
  readonly resetsPerHour: number;
};

export function createResetPassword(parts: ResetParts): Handler<typeof CALLS.resetPassword> {
  const { passwords } = parts;

  return async (fields, { address, caller }) => {
    const { kind, account, areaId, password, repeated, code } = passwordResetFromFields(fields);
    if ([account.trim(), password, repeated].includes("")) return refuse("COMPLETE_FORM");
    if (password !== repeated) return refuse("PASSWORDS_DIFFER");
    const contact = readContact({ kind, account, areaId });
    if (isRefused(contact)) return contact;
    const weak = refusePassword(password, [contact.value]);
    if (weak) return weak;
    if (code.trim() === "") return refuse("CODE_REQUIRED");
    // Before a try is counted: who is turned away because others are waiting has tried nothing.
    const said = await passwords.admit(() =>
      reset(parts, { contact, password, code, address, caller }),
    );
    return said === BUSY ? refuse("BUSY") : said;
  };
}

type Reset = {
  readonly contact: Contact;
  readonly password: string;
  readonly code: string;
  readonly address: string;
  readonly caller: Caller | null;
};

/** Refuses with TOO_MANY_ATTEMPTS, CODE_WRONG or BUSY. */
async function reset(parts: ResetParts, { contact, password, code, address, caller }: Reset) {
  const { database, codes, passwords, windows, resetsPerHour } = parts;
  const hour = await windows.count({ what: "reset", subject: address, windowMs: HOUR_MS });
  if (hour.tries > resetsPerHour) return tooMany(hour.endsInMs);
  const purpose = (await isOwn(database, { contact, caller })) ? "change" : "password";
  const codeId = await codes.attempt({ contact, purpose }, code);
  if (codeId === null) return refuse("CODE_WRONG");
  const member = await findMember(database, { contact });
  if (!member) return refuse("CODE_WRONG");
  const passwordHash = await passwords.hash(password);
  if (passwordHash === BUSY) return refuse("BUSY");
  const change = { member, passwordHash, codeId, keptSessionId: null };
  return (await setPassword(parts, change)) ? {} : refuse("CODE_WRONG");
}

/** Whoever is logged in was sent the code of a member. */
async function isOwn(
  database: Database,
  { contact, caller }: Pick<Reset, "contact" | "caller">,
): Promise<boolean> {
  if (caller === null) return false;
  const own = await findMember(database, { userId: caller.userId });
  return own?.[contact.kind] === contact.value;
}
