// Tells open screens that something in a conversation is new: the routes tell, the live socket
// follows. It carries no word of what was said (T28); that is read by the calls. Invariants:
// telling never fails and never waits; nobody hears of a conversation that is not theirs (T76).

import type { SupportNewsKind } from "@truetick/contract/support";
import type { ThreadOwner } from "./support-table.ts";

export type SupportReader =
  | { readonly userId: number }
  | { readonly keyHash: Buffer }
  /** Whoever may read conversations at the desk hears of all of them. */
  | "desk";

export type SupportNewsSource = {
  /** Answers how to stop. The thread is 0 to everybody but the desk. */
  readonly follow: (
    reader: SupportReader,
    listener: (threadId: number, kind: SupportNewsKind) => void,
  ) => () => void;
};

export type SupportNews = SupportNewsSource & {
  readonly tellOwner: (owner: ThreadKeys, kind: SupportNewsKind) => void;
  readonly tellDesk: (threadId: number, kind: SupportNewsKind) => void;
  /** Whether anybody of the owner's looks right now. */
  readonly isFollowed: (owner: ThreadKeys) => boolean;
};

/** What a row of the table says about whose it is. */
export type ThreadKeys = {
  readonly user_id: bigint | null;
  readonly visitor_hash: Buffer | null;
};

type Listener = (threadId: number, kind: SupportNewsKind) => void;

const DESK = "desk";
const userName = (userId: number) => `user/${userId}`;
const visitorName = (keyHash: Buffer) => `visitor/${keyHash.toString("hex")}`;

function nameOfReader(reader: SupportReader): string {
  if (reader === "desk") return DESK;
  return "userId" in reader ? userName(reader.userId) : visitorName(reader.keyHash);
}

function nameOfOwner({ user_id, visitor_hash }: ThreadKeys): string | null {
  if (user_id !== null) return userName(Number(user_id));
  return visitor_hash === null ? null : visitorName(visitor_hash);
}

export function createSupportNews(): SupportNews {
  const followers = new Map<string, Set<Listener>>();
  const tell = (name: string | null, threadId: number, kind: SupportNewsKind) => {
    for (const listener of followers.get(name ?? "") ?? []) listener(threadId, kind);
  };
  return {
    tellOwner: (owner, kind) => tell(nameOfOwner(owner), 0, kind),
    tellDesk: (threadId, kind) => tell(DESK, threadId, kind),
    isFollowed: (owner) => followers.has(nameOfOwner(owner) ?? ""),
    follow(reader, listener) {
      const name = nameOfReader(reader);
      const own = followers.get(name) ?? new Set();
      followers.set(name, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && followers.get(name) === own) followers.delete(name);
      };
    },
  };
}

/** The keys of a conversation by its owner, for telling before its row is at hand. */
export function keysOf(owner: ThreadOwner): ThreadKeys {
  return "userId" in owner
    ? { user_id: BigInt(owner.userId), visitor_hash: null }
    : { user_id: null, visitor_hash: owner.keyHash };
}
