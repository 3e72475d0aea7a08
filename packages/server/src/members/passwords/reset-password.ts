// A forgotten password is replaced by a code sent to the account's own address. Called by the
// gateway. Invariants: an account that does not exist is a code that is wrong (T14); afterwards no
// old session holds, and withdrawals wait (T16). A second factor stays as it is.

import { type CALLS, passwordResetFromFields } from "@truetick/contract/calls";
import { type Handler, isRefused, refuse } from "../../platform/handler.ts";
import type { AttemptWindows } from "../attempts/attempt-windows.ts";
import { tooMany } from "../login/login-limits.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { readContact } from "../users/contact.ts";
import { findMember } from "../users/user-table.ts";
import { refusePassword } from "./password-rules.ts";
import { BUSY, type Passwords } from "./passwords.ts";
import { type SetPasswordParts, setPassword } from "./set-password.ts";

const HOUR_MS = 3_600_000;

export type ResetParts = SetPasswordParts & {
  readonly passwords: Passwords;
  readonly sessions: Pick<Sessions, "revoke">;
  readonly windows: AttemptWindows;
  readonly resetsPerHour: number;
};

export function createResetPassword(parts: ResetParts): Handler<typeof CALLS.resetPassword> {
  const { database, codes, passwords, sessions, windows, resetsPerHour } = parts;

  return async (fields, { address }) => {
    const { kind, account, areaId, password, repeated, code } = passwordResetFromFields(fields);
    if ([account.trim(), password, repeated].includes("")) return refuse("COMPLETE_FORM");
    if (password !== repeated) return refuse("PASSWORDS_DIFFER");
    const contact = readContact({ kind, account, areaId });
    if (isRefused(contact)) return contact;
    const weak = refusePassword(password, [contact.value]);
    if (weak) return weak;
    if (code.trim() === "") return refuse("CODE_REQUIRED");
    const hour = await windows.count({ what: "reset", subject: address, windowMs: HOUR_MS });
    if (hour.tries > resetsPerHour) return tooMany(hour.endsInMs);

    const codeId = await codes.attempt({ contact, purpose: "password" }, code);
    if (codeId === null) return refuse("CODE_WRONG");
    const member = await findMember(database, { contact });
    if (!member) return refuse("CODE_WRONG");
    const passwordHash = await passwords.hash(password);
    if (passwordHash === BUSY) return refuse("BUSY");
    if (!(await setPassword(parts, { member, passwordHash, codeId }))) return refuse("CODE_WRONG");
    await sessions.revoke({ userId: member.userId });
    return {};
  };
}
