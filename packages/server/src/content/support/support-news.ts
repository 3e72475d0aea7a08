// Tells open screens that something in a conversation is new: the routes tell, the live socket
// follows, in whichever process. It carries no word of what was said (T28); that is read by the
// calls. Invariants: telling never fails and never waits; nobody hears of a conversation that is
// not theirs (T76).

import type { SupportNewsKind } from "@truetick/contract/support";
import type { News } from "../../platform/news/news.ts";
import { spreadOut } from "../../platform/news/spread-out.ts";
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
  /** Whether anybody of the owner's looks right now, on whichever gateway. */
  readonly isFollowed: (owner: ThreadKeys) => Promise<boolean>;
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

type Told = readonly [name: string, threadId: number, kind: SupportNewsKind];

/** Every kind, each once: the compiler counts them. */
const KINDS: Readonly<Record<SupportNewsKind, true>> = {
  message: true,
  typing: true,
  read: true,
  state: true,
};

/** An answer within one machine room; silence is an empty chair, and costs one notice too many. */
const PRESENCE_MS = 250;

export function createSupportNews(news: News): SupportNews {
  const followers = new Map<string, Set<Listener>>();
  const tellHere = ([name, threadId, kind]: Told) => {
    for (const listener of followers.get(name) ?? []) listener(threadId, kind);
  };
  const channel = news.channel("support", parseTold);
  channel.follow(tellHere);
  const presence = news.question("support-presence", (said) =>
    typeof said === "string" ? said : null,
  );
  presence.answer((name) => followers.has(name));
  news.onMissed(() => spreadOut([...followers.keys()], (name) => tellHere([name, 0, "message"])));
  const tell = (name: string | null, threadId: number, kind: SupportNewsKind) => {
    if (name !== null) channel.tell([name, threadId, kind]);
  };
  return {
    tellOwner: (owner, kind) => tell(nameOfOwner(owner), 0, kind),
    tellDesk: (threadId, kind) => tell(DESK, threadId, kind),
    async isFollowed(owner) {
      const name = nameOfOwner(owner);
      return name !== null && (await presence.ask(name, PRESENCE_MS));
    },
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

function parseTold(said: unknown): Told | null {
  const [name, threadId, kind] = Array.isArray(said) ? said : [];
  const isTold = typeof name === "string" && typeof threadId === "number";
  return isTold && isKind(kind) ? [name, threadId, kind] : null;
}

function isKind(said: unknown): said is SupportNewsKind {
  return typeof said === "string" && Object.hasOwn(KINDS, said);
}

/** The keys of a conversation by its owner, for telling before its row is at hand. */
export function keysOf(owner: ThreadOwner): ThreadKeys {
  return "userId" in owner
    ? { user_id: BigInt(owner.userId), visitor_hash: null }
    : { user_id: null, visitor_hash: owner.keyHash };
}
