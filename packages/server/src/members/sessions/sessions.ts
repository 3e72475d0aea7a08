// Opens sessions, and says whose a token is. The gateway asks it for every call that needs a
// session, so the answer is remembered for a few seconds. Invariants: a revoked session is refused
// here at once (inv30); a database that cannot answer is an error and never "no session" (T19).

import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Caller } from "../../platform/handler.ts";
import { createCallerLookup } from "./caller-lookup.ts";
import { insertSession, revokeSession } from "./session-table.ts";
import { hashToken, newToken, tokenOf } from "./token.ts";

/** How long a session that was ended elsewhere may still be believed here. */
const REMEMBERED_MS = 5_000;
const SESSIONS_REMEMBERED_MAX = 100_000;

type Memory = { readonly caller: Promise<Caller | null>; readonly askedAtMs: number };

export type Sessions = {
  /** A new session; answers its token, which nobody can learn again. */
  readonly open: (userId: number) => Promise<string>;
  /** Null for a definitely invalid session. Fails when the database does. */
  readonly find: (authorization: string | undefined) => Promise<Caller | null>;
  readonly revoke: (token: string) => Promise<void>;
};

export function createSessions({
  database,
  clock,
}: {
  database: Database;
  clock: Pick<Clock, "monotonic">;
}): Sessions {
  const memories = new Map<string, Memory>();
  const lookUp = createCallerLookup(database);

  function remember(tokenHash: Buffer, name: string): Promise<Caller | null> {
    const caller = lookUp(tokenHash);
    memories.delete(name);
    memories.set(name, { caller, askedAtMs: clock.monotonic() });
    if (memories.size > SESSIONS_REMEMBERED_MAX) forgetOldest(memories);
    // Only what holds is worth remembering: not a failure, and not a stranger's guess.
    const forget = () => memories.delete(name);
    caller.then((found) => found ?? forget(), forget);
    return caller;
  }

  return {
    async open(userId) {
      const token = newToken();
      await insertSession(database, { userId, tokenHash: hashToken(token) });
      return token;
    },
    async find(authorization) {
      const token = tokenOf(authorization);
      if (token === null) return null;
      // Kept by its hash, so that no memory dump holds a token.
      const tokenHash = hashToken(token);
      const name = tokenHash.toString("base64");
      const memory = memories.get(name);
      const isFresh = memory && clock.monotonic() - memory.askedAtMs < REMEMBERED_MS;
      return isFresh ? memory.caller : remember(tokenHash, name);
    },
    async revoke(token) {
      await revokeSession(database, hashToken(token));
      memories.delete(hashToken(token).toString("base64"));
    },
  };
}

function forgetOldest(memories: Map<string, Memory>): void {
  for (const name of memories.keys()) {
    memories.delete(name);
    return;
  }
}
