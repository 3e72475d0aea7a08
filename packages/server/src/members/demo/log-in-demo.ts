// The demo login: the device's secret finds its demo user, or makes one with an account of play
// money. Called by the gateway. Invariants: one secret, one user, whatever races (T15); an address
// makes only so many users an hour (T21).

import { type CALLS, demoSecretFromFields } from "@truetick/contract/calls";
import { type AttemptLimit, createAttemptLimit } from "../../platform/attempt-limit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Handler, refuse } from "../../platform/handler.ts";
import type { News } from "../../platform/news/news.ts";
import type { Welcome } from "../login/welcome.ts";
import { createDemoUser } from "../users/create-user.ts";
import { findMember, type Member } from "../users/user-table.ts";
import { hashSecret, isWeakSecret } from "./demo-secret.ts";

const HOUR_MS = 3_600_000;
/** Room for a school class, and for tests from one address. */
const NEW_DEMOS_PER_HOUR_MAX = 120;
const DEMO_LOGINS_PER_HOUR_MAX = 3_600;

export type DemoParts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly news: News;
  readonly welcome: Welcome;
};

export function createDemoLogin(parts: DemoParts): Handler<typeof CALLS.logInDemo> {
  const { clock, news } = parts;
  const limit = (name: string, attemptsMax: number): AttemptLimit =>
    createAttemptLimit({ clock, attemptsMax, windowMs: HOUR_MS, shared: { news, name } });
  const logins = limit("demo-logins", DEMO_LOGINS_PER_HOUR_MAX);
  const newcomers = limit("new-demos", NEW_DEMOS_PER_HOUR_MAX);

  return async (fields, context) => {
    const { address } = context;
    const secret = demoSecretFromFields(fields);
    if (isWeakSecret(secret)) return refuse("DEMO_SECRET_WEAK");
    if (!logins.allows(address)) return refuse("TOO_MANY");
    const demoSecretHash = hashSecret(secret);
    const known = await findMember(parts.database, { demoSecretHash });
    if (!known && !newcomers.allows(address)) return refuse("TOO_MANY");
    const member = known ?? (await newMember(parts.database, demoSecretHash));
    return parts.welcome(member, { ...context, method: "demo" }, null);
  };
}

async function newMember(database: Database, demoSecretHash: Buffer): Promise<Member> {
  await createDemoUser(database, demoSecretHash);
  const member = await findMember(database, { demoSecretHash });
  if (!member) throw new Error("Invariant: a user that was created is found");
  return member;
}
