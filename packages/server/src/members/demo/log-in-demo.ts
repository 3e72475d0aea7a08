// The demo login: the device's secret finds its demo user, or makes one with an account of play
// money. Called by the gateway. Invariants: one secret, one user, whatever races (T15); an address
// makes only so many users an hour (T21); a user whose account is not open yet gets it opened now.

import { sessionToWire } from "@truetick/contract";
import { type CALLS, demoSecretFromFields } from "@truetick/contract/calls";
import { type AttemptLimit, createAttemptLimit } from "../../platform/attempt-limit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Handler, refuse } from "../../platform/handler.ts";
import { refusalToReason } from "../../trading/refusal-reason.ts";
import type { RefusedOutcome, Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { createDemoUser, findMember, type Member, userOf } from "../users/user-table.ts";
import { hashSecret, isWeakSecret } from "./demo-secret.ts";

const HOUR_MS = 3_600_000;
/** Room for a school class, and for tests from one address. */
const NEW_DEMOS_PER_HOUR_MAX = 120;
const DEMO_LOGINS_PER_HOUR_MAX = 3_600;

export type DemoParts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly sequencer: Pick<Sequencer, "submit" | "read">;
  readonly sessions: Sessions;
};

export function createDemoLogin(parts: DemoParts): Handler<typeof CALLS.logInDemo> {
  const { clock } = parts;
  const limit = (attemptsMax: number): AttemptLimit =>
    createAttemptLimit({ clock, attemptsMax, windowMs: HOUR_MS });
  const logins = limit(DEMO_LOGINS_PER_HOUR_MAX);
  const newcomers = limit(NEW_DEMOS_PER_HOUR_MAX);

  return async (fields, context) => {
    const { address, language } = context;
    const secret = demoSecretFromFields(fields);
    if (isWeakSecret(secret)) return refuse("DEMO_SECRET_WEAK");
    if (!logins.allows(address)) return refuse("TOO_MANY");
    const demoSecretHash = hashSecret(secret);
    const known = await findMember(parts.database, { demoSecretHash });
    if (!known && !newcomers.allows(address)) return refuse("TOO_MANY");
    const member = known ?? (await newMember(parts.database, demoSecretHash));
    const refusal = await ensureAccount(parts, member);
    if (refusal) return refusalToReason(refusal, { language, pricePrecision: null });
    const token = await parts.sessions.open(member.userId, { ...context, method: "demo" });
    const { identifierHash } = member;
    return sessionToWire({ token, user: userOf(member), identifierHash });
  };
}

async function newMember(database: Database, demoSecretHash: Buffer): Promise<Member> {
  await createDemoUser(database, demoSecretHash);
  const member = await findMember(database, { demoSecretHash });
  if (!member) throw new Error("Invariant: a user that was created is found");
  return member;
}

/** Also mends a crash between the user's row and the engine's account. */
async function ensureAccount(
  parts: DemoParts,
  member: Member,
): Promise<RefusedOutcome["refusal"] | null> {
  const { accountId, userId: ownerId, book } = member;
  const isOpen = await parts.sequencer.read((books) => books.account(accountId) !== null);
  if (isOpen) return null;
  const outcome = await parts.sequencer.submit(
    { type: "OpenAccount", accountId, ownerId, book },
    { ownerId, key: `open-account/${accountId}`, payload: "" },
  );
  return outcome.isAccepted ? null : outcome.refusal;
}
