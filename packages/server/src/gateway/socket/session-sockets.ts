// Which sockets are logged into which session, so that a session that ends takes them along
// (T79, inv30), also when it runs out by itself (session-ends.ts). Kept by live-socket.ts.
// Invariant: a socket is on one session at most.

import type { Clock } from "../../platform/clock.ts";
import type { Caller } from "../../platform/handler.ts";
import { type EndSource, watchEnds } from "./session-ends.ts";

/** The sessions, as the sockets need them; the members' area has them. */
export type SessionSource = EndSource & {
  readonly onEnded: (listener: (sessionId: number) => void) => () => void;
};

/** A socket, as its session needs it. */
export type SessionSocket = { readonly endSession: () => void };

export type SessionSockets = {
  /** False when the user has too many sockets already (T78). */
  readonly enter: (caller: Caller, socket: SessionSocket) => boolean;
  readonly leave: (caller: Caller, socket: SessionSocket) => void;
  readonly stop: () => void;
};

export function createSessionSockets({
  source,
  clock,
  socketsPerUserMax,
  sessionsLookedAtEveryMs: everyMs,
  onBroken,
}: {
  readonly source: SessionSource;
  readonly clock: Pick<Clock, "monotonic">;
  readonly socketsPerUserMax: number;
  readonly sessionsLookedAtEveryMs: number;
  readonly onBroken: (error: unknown) => void;
}): SessionSockets {
  const bySession = new Map<number, Set<SessionSocket>>();
  const perUser = new Map<number, number>();

  function end(sessionId: number): void {
    for (const socket of [...(bySession.get(sessionId) ?? [])]) socket.endSession();
  }

  const ends = watchEnds({ source, clock, everyMs, onEnd: end, onBroken });
  const stopEnded = source.onEnded(end);

  return {
    enter({ sessionId, userId }, socket) {
      const held = perUser.get(userId) ?? 0;
      if (held >= socketsPerUserMax) return false;
      perUser.set(userId, held + 1);
      const sockets = bySession.get(sessionId) ?? new Set();
      bySession.set(sessionId, sockets.add(socket));
      ends.watch(sessionId);
      return true;
    },
    leave({ sessionId, userId }, socket) {
      const sockets = bySession.get(sessionId);
      if (!sockets?.delete(socket)) return;
      if (sockets.size === 0) {
        bySession.delete(sessionId);
        ends.forget(sessionId);
      }
      const left = (perUser.get(userId) ?? 1) - 1;
      if (left > 0) perUser.set(userId, left);
      else perUser.delete(userId);
    },
    stop() {
      stopEnded();
      ends.stop();
    },
  };
}
