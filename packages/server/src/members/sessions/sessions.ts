// Opens sessions, ends them, and says whose a token is. The gateway asks it for every call that
// needs a session, so the answer is remembered while somebody listens to what is ended elsewhere.
// Invariants: a session ended here is refused here at once, everywhere within a second (inv30); a
// database that cannot answer is an error and never "no session" (T19).

import { createAttemptLimit } from "../../platform/attempt-limit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, DatabaseAddress } from "../../platform/database.ts";
import type { Caller } from "../../platform/handler.ts";
import type { Log } from "../../platform/log.ts";
import type { News } from "../../platform/news/news.ts";
import { createCallerLookup } from "./caller-lookup.ts";
import { insertLogin, sweepLogins } from "./login-record-table.ts";
import type { Proof } from "./proof.ts";
import { listenToEndings } from "./session-endings.ts";
import { createSessionMemory } from "./session-memory.ts";
import {
  type EndedSessions,
  insertSession,
  livingSessions,
  revokeSessions,
} from "./session-table.ts";
import { hashToken, nameOfToken, newToken, tokenOf } from "./token.ts";
import { traceOf, type Visit } from "./visit.ts";

/** A session that runs out by itself is believed this much longer. */
const REMEMBERED_MS = 60_000;
const HOUR_MS = 3_600_000;
/** More than this nobody reads, and a stranger who knocks must not fill the disk. */
const REFUSALS_RECORDED_PER_HOUR_MAX = 20;

/** Somebody logged in from where they never were before. */
export type Newcomer = { readonly userId: number; readonly visit: Visit };

export type Sessions = {
  /** A new session; answers its token, which nobody can learn again. Recorded as a login. */
  readonly open: (userId: number, visit: Visit) => Promise<string>;
  /** The same, for as long as the proof holds; null when it does not any more. */
  readonly openProved: (userId: number, visit: Visit, proof: Proof) => Promise<string | null>;
  /** Records that somebody was turned away at this user's door. */
  readonly noteRefused: (userId: number, visit: Visit) => Promise<void>;
  /** Null for a definitely invalid session. Fails when the database does. At once what is known. */
  readonly find: (authorization: string | undefined) => Promise<Caller | null> | Caller | null;
  /** Answers how many it ended: none, if they had ended already or are another's. */
  readonly revoke: (which: EndedSessions) => Promise<number>;
  /** In the caller's transaction, which calls `noteEnded` once it is committed. */
  readonly revokeIn: (tx: Database, which: EndedSessions) => Promise<readonly number[]>;
  readonly noteEnded: (sessionIds: readonly number[]) => void;
  /** Tells of every login from a device never seen before. Answers how to stop. */
  readonly onNewcomer: (listener: (newcomer: Newcomer) => void) => () => void;
  /** Tells of every session that is ended, here or elsewhere. Answers how to stop. */
  readonly onEnded: (listener: (sessionId: number) => void) => () => void;
  /** Tells that endings may have been missed: who must know, asks `living`. */
  readonly onMissed: (listener: () => void) => () => void;
  /** Which of these hold by the database, and for how many milliseconds yet if nobody uses them. */
  readonly living: (sessionIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;
  readonly stop: () => Promise<void>;
};

type Keeping = { readonly database: Database; readonly clock: Pick<Clock, "monotonic"> };

export type SessionsParts = Keeping & {
  readonly address: DatabaseAddress;
  readonly log: Log;
  readonly news: News;
};

export function createSessions({ database, address, clock, log, news }: SessionsParts): Sessions {
  const memory = createSessionMemory({
    lookUp: createCallerLookup(database),
    clock,
    rememberedMs: REMEMBERED_MS,
  });
  const endedListeners = new Set<(sessionId: number) => void>();
  const missedListeners = new Set<() => void>();
  const newcomerListeners = new Set<(newcomer: Newcomer) => void>();

  function end(sessionId: number): void {
    if (memory.end(sessionId)) for (const listener of endedListeners) listener(sessionId);
  }

  function noteEnded(sessionIds: readonly number[]): void {
    for (const sessionId of sessionIds) end(sessionId);
  }

  async function revoke(which: EndedSessions): Promise<number> {
    const ended = await database.transaction().execute((tx) => revokeSessions(tx, which));
    noteEnded(ended);
    return ended.length;
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

  const open = createOpening({ database, clock }, (newcomer) => {
    for (const listener of newcomerListeners) listener(newcomer);
  });

  return {
    async open(userId, visit) {
      const token = await open(userId, visit, null);
      if (token === null) throw new Error("Invariant: what needs no proof is not disproved");
      return token;
    },
    openProved: open,
    noteRefused: createRefusals({ database, clock, news }),
    find(authorization) {
      const token = tokenOf(authorization);
      // Kept by its hash, so that no memory dump holds a token.
      return token === null ? null : memory.find(nameOfToken(token));
    },
    revoke,
    revokeIn: revokeSessions,
    noteEnded,
    onNewcomer: (listener) => addTo(newcomerListeners, listener),
    onEnded: (listener) => addTo(endedListeners, listener),
    onMissed: (listener) => addTo(missedListeners, listener),
    living: (sessionIds) => livingSessions(database, sessionIds),
    stop: endings.stop,
  };
}

/** Null when the proof does not hold any more. */
function createOpening({ database, clock }: Keeping, tell: (newcomer: Newcomer) => void) {
  const sweeps = createAttemptLimit({ clock, attemptsMax: 1, windowMs: HOUR_MS });
  return async (userId: number, visit: Visit, proof: Proof | null): Promise<string | null> => {
    const token = newToken();
    const session = { userId, tokenHash: hashToken(token), trace: traceOf(visit), proof };
    const isNew = await insertSession(database, session);
    if (isNew === "disproved") return null;
    if (sweeps.allows("logins")) await sweepLogins(database);
    if (isNew) tell({ userId, visit });
    return token;
  };
}

function createRefusals({
  database,
  clock,
  news,
}: Keeping & { readonly news: News }): Sessions["noteRefused"] {
  const recorded = createAttemptLimit({
    clock,
    attemptsMax: REFUSALS_RECORDED_PER_HOUR_MAX,
    windowMs: HOUR_MS,
    shared: { news, name: "refusals" },
  });
  return async (userId, visit) => {
    if (!recorded.allows(String(userId))) return;
    await insertLogin(database, { userId, trace: traceOf(visit), isOk: false });
  };
}

function addTo<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
