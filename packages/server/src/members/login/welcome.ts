// What every way of logging in ends with, once it is sure who it is: an account in the engine, a
// new session, and the answer that tells of both. Called by demo, password and passkey logins and
// by registering.

import { createHmac } from "node:crypto";
import { type SessionWire, sessionToWire } from "@truetick/contract";
import type { Refused } from "../../platform/handler.ts";
import { refusalToReason } from "../../trading/refusal-reason.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Visit } from "../sessions/visit.ts";
import type { SecondFactor } from "../two-factor/second-factor.ts";
import { ensureAccount } from "../users/open-account.ts";
import { type Member, userOf } from "../users/user-table.ts";

/** Refuses as the engine does when the account cannot be opened. */
export type Welcome = (member: Member, visitor: Visit) => Promise<SessionWire | Refused>;

export function createWelcome(parts: {
  readonly sequencer: Pick<Sequencer, "submit" | "read">;
  readonly sessions: Pick<Sessions, "open">;
  readonly secondFactor: Pick<SecondFactor, "factorsOf">;
  readonly chatKey: Buffer;
}): Welcome {
  const { sequencer, sessions, secondFactor, chatKey } = parts;
  return async (member, visitor) => {
    const { language } = visitor;
    const refusal = await ensureAccount(sequencer, member);
    if (refusal) return refusalToReason(refusal, { language, pricePrecision: null });
    const factors = member.book === "demo" ? [] : await secondFactor.factorsOf(member.userId);
    const token = await sessions.open(member.userId, visitor);
    return sessionToWire({
      token,
      user: userOf(member, { factors, language }),
      identifierHash: createHmac("sha256", chatKey).update(member.chatName).digest("hex"),
    });
  };
}
