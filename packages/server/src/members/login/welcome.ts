// What every way of logging in ends with, once it is sure who it is: an account in the engine, a
// new session, and the answer that tells of both. Called by demo, password and passkey logins and
// by registering.

import { createHmac } from "node:crypto";
import { type SessionWire, sessionToWire } from "@truetick/contract";
import { type Refused, refuse } from "../../platform/handler.ts";
import { refusalToReason } from "../../trading/refusal-reason.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { Proof } from "../sessions/proof.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Visit } from "../sessions/visit.ts";
import type { SecondFactor } from "../two-factor/second-factor.ts";
import { ensureAccount } from "../users/open-account.ts";
import { type Member, userOf } from "../users/user-table.ts";

/**
 * `proof` is null where nothing can have changed meanwhile. Refuses as the engine does when the
 * account cannot be opened, and with LOGIN_FAILED or PASSKEY_REFUSED when the proof does not hold
 * any more.
 */
export type Welcome = (
  member: Member,
  visitor: Visit,
  proof: Proof | null,
) => Promise<SessionWire | Refused>;

export function createWelcome(parts: {
  readonly sequencer: Pick<Sequencer, "submit" | "read">;
  readonly sessions: Pick<Sessions, "open" | "openProved">;
  readonly secondFactor: Pick<SecondFactor, "factorsOf">;
  readonly chatKey: Buffer;
}): Welcome {
  const { sequencer, sessions, secondFactor, chatKey } = parts;
  return async (member, visitor, proof) => {
    const { language } = visitor;
    const refusal = await ensureAccount(sequencer, member);
    if (refusal) return refusalToReason(refusal, { language, pricePrecision: null });
    const factors = member.book === "demo" ? [] : await secondFactor.factorsOf(member.userId);
    const { userId } = member;
    const token = proof
      ? await sessions.openProved(userId, visitor, proof)
      : await sessions.open(userId, visitor);
    if (token === null) return refuseDisproved(proof);
    return sessionToWire({
      token,
      user: userOf(member, { factors, language }),
      // As widgets of other houses check it: of the uid, which their client is told beside it.
      identifierHash: createHmac("sha256", chatKey).update(member.uid).digest("hex"),
    });
  };
}

function refuseDisproved(proof: Proof | null): Refused {
  return refuse(proof && "passkeyId" in proof ? "PASSKEY_REFUSED" : "LOGIN_FAILED");
}
