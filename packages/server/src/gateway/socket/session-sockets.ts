// Which sockets are logged into which session, so that a session that ends takes them along
// (T79, inv30). Kept by live-socket.ts. Invariant: a socket is on one session at most.

import type { Caller } from "../../platform/handler.ts";

/** The sessions, as the sockets need them; the members' area has them. */
export type SessionSource = {
  readonly onEnded: (listener: (sessionId: number) => void) => () => void;
  /** Endings may have been missed: those that matter have to be asked for. */
  readonly onMissed: (listener: () => void) => () => void;
  readonly living: (sessionIds: readonly number[]) => Promise<ReadonlySet<number>>;
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
  socketsPerUserMax,
  onBroken,
}: {
  source: SessionSource;
  socketsPerUserMax: number;
  onBroken: (error: unknown) => void;
}): SessionSockets {
  const bySession = new Map<number, Set<SessionSocket>>();
  const perUser = new Map<number, number>();

  function end(sessionId: number): void {
    for (const socket of [...(bySession.get(sessionId) ?? [])]) socket.endSession();
  }

  async function askAgain(): Promise<void> {
    const asked = [...bySession.keys()];
    if (asked.length === 0) return;
    try {
      const living = await source.living(asked);
      for (const sessionId of asked) if (!living.has(sessionId)) end(sessionId);
    } catch (error) {
      // The database is away again; whoever listens to it will say so, and that it is back.
      onBroken(error);
    }
  }

  const stops = [source.onEnded(end), source.onMissed(() => void askAgain())];

  return {
    enter({ sessionId, userId }, socket) {
      const held = perUser.get(userId) ?? 0;
      if (held >= socketsPerUserMax) return false;
      perUser.set(userId, held + 1);
      const sockets = bySession.get(sessionId) ?? new Set();
      bySession.set(sessionId, sockets.add(socket));
      return true;
    },
    leave({ sessionId, userId }, socket) {
      const sockets = bySession.get(sessionId);
      if (!sockets?.delete(socket)) return;
      if (sockets.size === 0) bySession.delete(sessionId);
      const left = (perUser.get(userId) ?? 1) - 1;
      if (left > 0) perUser.set(userId, left);
      else perUser.delete(userId);
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}
