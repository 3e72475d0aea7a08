// Opens sessions, ends them, and says whose a token is. The gateway asks it for every call that
// needs a session, so the answer is remembered while somebody listens to what is ended elsewhere.
// Invariants: a session ended here is refused here at once, everywhere within a second (inv30); a
// database that cannot answer is an error and never "no session" (T19).

import type { Clock } from "../../platform/clock.ts";
import type { Database, DatabaseAddress } from "../../platform/database.ts";
import type { Caller } from "../../platform/handler.ts";
import type { Log } from "../../platform/log.ts";
import { createCallerLookup } from "./caller-lookup.ts";
import { listenToEndings } from "./session-endings.ts";
import { createSessionMemory } from "./session-memory.ts";
import { insertSession, livingSessions, revokeSessions } from "./session-table.ts";
import { hashToken, newToken, tokenOf } from "./token.ts";

/** A session that runs out by itself is believed this much longer. */
const REMEMBERED_MS = 60_000;

export type Sessions = {
  /** A new session; answers its token, which nobody can learn again. */
  readonly open: (userId: number) => Promise<string>;
  /** Null for a definitely invalid session. Fails when the database does. */
  readonly find: (authorization: string | undefined) => Promise<Caller | null>;
  readonly revoke: (sessionId: number) => Promise<void>;
  readonly revokeAllOf: (userId: number) => Promise<void>;
  /** Tells of every session that is ended, here or elsewhere. Answers how to stop. */
  readonly onEnded: (listener: (sessionId: number) => void) => () => void;
  /** Tells that endings may have been missed: who must know, asks `living`. */
  readonly onMissed: (listener: () => void) => () => void;
  /** Which of these still hold, by the database. */
  readonly living: (sessionIds: readonly number[]) => Promise<ReadonlySet<number>>;
  readonly stop: () => Promise<void>;
};

export function createSessions({
  database,
  address,
  clock,
  log,
}: {
  database: Database;
  address: DatabaseAddress;
  clock: Pick<Clock, "monotonic">;
  log: Log;
}): Sessions {
  const memory = createSessionMemory({
    lookUp: createCallerLookup(database),
    clock,
    rememberedMs: REMEMBERED_MS,
  });
  const endedListeners = new Set<(sessionId: number) => void>();
  const missedListeners = new Set<() => void>();

  function end(sessionId: number): void {
    if (memory.end(sessionId)) for (const listener of endedListeners) listener(sessionId);
  }

  const endings = listenToEndings(
    { address, log },
    {
      onEnded: end,
      onDeaf: memory.distrust,
      onHearing: () => {
        memory.trust();
        for (const listener of missedListeners) listener();
      },
    },
  );

  return {
    async open(userId) {
      const token = newToken();
      await insertSession(database, { userId, tokenHash: hashToken(token) });
      return token;
    },
    async find(authorization) {
      const token = tokenOf(authorization);
      // Kept by its hash, so that no memory dump holds a token.
      return token === null ? null : memory.find(hashToken(token));
    },
    async revoke(sessionId) {
      for (const ended of await revokeSessions(database, { sessionId })) end(ended);
    },
    async revokeAllOf(userId) {
      for (const ended of await revokeSessions(database, { userId })) end(ended);
    },
    onEnded: (listener) => addTo(endedListeners, listener),
    onMissed: (listener) => addTo(missedListeners, listener),
    living: (sessionIds) => livingSessions(database, sessionIds),
    stop: endings.stop,
  };
}

function addTo<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
