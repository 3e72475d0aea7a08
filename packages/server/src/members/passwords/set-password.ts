// Sets another password in the database: with the code that allows it, the pause of withdrawals
// that follows, and the notice to its owner (T16, T17). Called by both ways to change it.

import type { Background } from "../../platform/background.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { text } from "../../platform/messages.ts";
import { momentText } from "../../platform/moment-text.ts";
import type { Messenger } from "../../platform/outbox/message.ts";
import type { VerificationCodes } from "../codes/verification-codes.ts";
import type { Contact } from "../users/contact.ts";
import type { Member } from "../users/user-table.ts";

export type SetPasswordParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly codes: VerificationCodes;
  readonly messenger: Messenger;
  readonly background: Background;
  /** How long nothing can be withdrawn after it. */
  readonly coolingMs: number;
};

/** False when the code was used by somebody faster. */
export async function setPassword(
  parts: SetPasswordParts,
  change: {
    readonly member: Member;
    readonly passwordHash: string;
    readonly codeId: bigint;
  },
): Promise<boolean> {
  const { database, codes, clock, background, coolingMs } = parts;
  const { member, passwordHash, codeId } = change;
  const frozenUntilMs = clock.now() + coolingMs;
  const isSet = await database.transaction().execute(async (tx) => {
    if (!(await codes.use(tx, codeId))) return false;
    await tx
      .updateTable("app_user")
      .set({ password_hash: passwordHash, withdrawals_frozen_until: new Date(frozenUntilMs) })
      .where("id", "=", BigInt(member.userId))
      .execute();
    return true;
  });
  if (isSet) background.run("tell of a new password", () => tell(parts, member, frozenUntilMs));
  return isSet;
}

/** Every way the member can be reached: one of them may be the thief's by now. */
async function tell(
  { messenger }: SetPasswordParts,
  member: Member,
  frozenUntilMs: number,
): Promise<void> {
  const { email, mobile, language } = member;
  const until = momentText(language, frozenUntilMs);
  const contacts: readonly (Contact | null)[] = [
    email === null ? null : { kind: "email", value: email },
    mobile === null ? null : { kind: "mobile", value: mobile },
  ];
  for (const contact of contacts) {
    if (contact === null) continue;
    const channel = contact.kind === "email" ? "email" : "sms";
    if (!messenger.canSend(channel)) continue;
    await messenger.send({
      channel,
      to: contact.value,
      kind: "passwordChanged",
      language,
      subject: text(language, "mail.passwordChanged.subject"),
      text: text(language, "mail.passwordChanged.text", { until }),
    });
  }
}
