// Who is logged in on this device: the token, the user, and the hash that names him to the support
// chat. Kept by the browser, so that a reload stays logged in, and shared by all windows of the
// app. Whether the server still knows it is the server's to say (session-life.ts).

import type { Session, User } from "@truetick/contract";
import { createStore, type ReadableStore } from "@truetick/ui/state";
import type { Storage } from "../app/storage.ts";

const STORED = "session";

export type SessionStore = ReadableStore<Session | null> & {
  readonly begin: (session: Session) => void;
  readonly end: () => void;
  /** What the server says of the user now, for the session of this token only. */
  readonly amend: (token: string, user: User) => void;
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Anything may stand in storage; only what can be used as a session is one. */
function readSession(storage: Storage): Session | null {
  try {
    const kept: unknown = JSON.parse(storage.read(STORED) ?? "null");
    if (!isRecord(kept) || !isRecord(kept.user)) return null;
    const { token, identifierHash, user } = kept;
    const isWhole =
      typeof token === "string" &&
      token !== "" &&
      typeof identifierHash === "string" &&
      typeof user.id === "string" &&
      typeof user.isDemo === "boolean";
    // Written below from a session; what the user has besides is asked for anew at every start.
    return isWhole ? { token, identifierHash, user: user as User } : null;
  } catch {
    return null;
  }
}

export function createSession(storage: Storage): SessionStore {
  const session = createStore(readSession(storage));
  const keep = (next: Session | null) => {
    if (next) storage.write(STORED, JSON.stringify(next));
    else storage.forget(STORED);
    session.set(next);
  };
  storage.watch(STORED, () => {
    const elsewhere = readSession(storage);
    if (elsewhere?.token !== session.get()?.token) session.set(elsewhere);
  });
  return {
    get: session.get,
    subscribe: session.subscribe,
    begin: keep,
    end: () => keep(null),
    amend(token, user) {
      const current = session.get();
      if (current?.token === token) keep({ ...current, user });
    },
  };
}
