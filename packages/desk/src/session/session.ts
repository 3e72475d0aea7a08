// Who works at this window: the token and the person. Kept in memory and in the window's own
// storage, so that a reload stays logged in and another window does not; never in the storage that
// outlives the window.

import type { StaffMember } from "@truetick/contract/desk";
import { createStore, type ReadableStore } from "@truetick/ui/state";

const STORED = "truetick.desk.session";

export type StaffSession = { readonly token: string; readonly staff: StaffMember };

/** Why nobody is logged in any more; null when nobody was, or they left themselves. */
export type SessionEnd = "expired" | "idle" | null;

export type SessionStore = ReadableStore<StaffSession | null> & {
  readonly ended: ReadableStore<SessionEnd>;
  readonly begin: (session: StaffSession) => void;
  /** What the server says of the person now. */
  readonly amend: (staff: StaffMember) => void;
  readonly end: (why: SessionEnd) => void;
};

/** The part of the browser's storage that is used. */
export type Keep = Pick<Storage, "getItem" | "setItem" | "removeItem">;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Anything may stand in storage; only what can be used as a session is one. */
function readSession(keep: Keep): StaffSession | null {
  try {
    const kept: unknown = JSON.parse(keep.getItem(STORED) ?? "null");
    if (!isRecord(kept) || !isRecord(kept.staff)) return null;
    const { token, staff } = kept;
    const isWhole =
      typeof token === "string" &&
      token !== "" &&
      typeof staff.name === "string" &&
      Array.isArray(staff.permissions) &&
      Array.isArray(staff.roles);
    // Written below from a session, and asked for anew at every start.
    return isWhole ? { token, staff: staff as StaffMember } : null;
  } catch {
    return null;
  }
}

export function createSession(keep: Keep): SessionStore {
  const session = createStore(readSession(keep));
  const ended = createStore<SessionEnd>(null);
  const put = (next: StaffSession | null) => {
    try {
      if (next) keep.setItem(STORED, JSON.stringify(next));
      else keep.removeItem(STORED);
    } catch {
      // A browser that keeps nothing asks for the login after a reload.
    }
    session.set(next);
  };
  return {
    get: session.get,
    subscribe: session.subscribe,
    ended,
    begin(next) {
      ended.set(null);
      put(next);
    },
    amend(staff) {
      const now = session.get();
      if (now) put({ ...now, staff });
    },
    end(why) {
      if (session.get() === null) return;
      ended.set(why);
      put(null);
    },
  };
}
