// The conversation with support as the app holds it: read when the screen opens and again whenever
// the socket says that something is new, sent to, marked as read. A member's by the session, a
// visitor's by the key. Made by use-conversation.ts for as long as the screen is open.

import {
  requestJoinSupport,
  requestReadSupport,
  requestSendSupport,
  requestSupportThread,
  requestTypingSupport,
  requestVisitorThread,
  type SupportMessage,
  type SupportThread,
} from "@truetick/contract/support";
import { createStore, type ReadableStore } from "@truetick/ui/state";
import type { Answer, Failure, Server } from "../api/server.ts";
import type { Storage } from "../app/storage.ts";
import { forgetVisitorKey, keptVisitorKey, visitorKey } from "./visitor-key.ts";

export type ConversationState =
  | { readonly phase: "loading" }
  | { readonly phase: "failed"; readonly failure: Failure }
  | { readonly phase: "ready"; readonly thread: SupportThread };

export type Conversation = ReadableStore<ConversationState> & {
  /** Reads the newest again. */
  readonly look: () => Promise<void>;
  readonly readOlder: () => Promise<void>;
  /** The same key again says nothing twice. */
  readonly send: (said: {
    readonly key: string;
    readonly text: string;
    readonly image: string | null;
  }) => Promise<Answer<string>>;
  readonly markRead: (id: string) => void;
  readonly tellTyping: () => void;
};

const NOTHING_SAID: SupportThread = {
  messages: [],
  hasOlder: false,
  unread: 0,
  theirReadId: "0",
  isClosed: false,
  office: { isOpen: true, opensAt: null },
  canSendImages: false,
};

/** Those that are known and those that came, each once, oldest first. */
export function joinMessages(
  known: readonly SupportMessage[],
  came: readonly SupportMessage[],
): readonly SupportMessage[] {
  const byId = new Map([...known, ...came].map((message) => [message.id, message]));
  return [...byId.values()].sort((one, other) => Number(one.id) - Number(other.id));
}

export function createConversation({
  server,
  storage,
  isMember,
}: {
  readonly server: Server;
  readonly storage: Storage;
  readonly isMember: boolean;
}): Conversation {
  const state = createStore<ConversationState>({ phase: "loading" });
  let hasOlder: boolean | null = null;
  const key = () => (isMember ? null : visitorKey(storage));

  async function ask(before: string | null): Promise<Answer<SupportThread>> {
    if (isMember) return await server.read(requestSupportThread(before));
    return await server.write(requestVisitorThread(visitorKey(storage), before));
  }

  function take(came: SupportThread, isOlder: boolean): void {
    const now = state.get();
    const known = now.phase === "ready" ? now.thread.messages : [];
    // What is above the newest page is known only from the page that reached up to there.
    if (isOlder || hasOlder === null) hasOlder = came.hasOlder;
    const thread = { ...came, messages: joinMessages(known, came.messages), hasOlder };
    state.set({ phase: "ready", thread });
  }

  async function look(): Promise<void> {
    const answer = await ask(null);
    if (answer.isOk) take(answer.value, false);
    else if (state.get().phase !== "ready" && answer.failure.kind !== "cancelled") {
      state.set({ phase: "failed", failure: answer.failure });
    }
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    async look() {
      if (state.get().phase === "failed") state.set({ phase: "loading" });
      if (isMember) await joinEarlier({ server, storage });
      await look();
    },
    async readOlder() {
      const now = state.get();
      const oldest = now.phase === "ready" ? now.thread.messages[0] : undefined;
      if (!oldest) return;
      const answer = await ask(oldest.id);
      if (!answer.isOk) return;
      const { thread } = now.phase === "ready" ? now : { thread: NOTHING_SAID };
      take({ ...thread, ...pick(answer.value) }, true);
    },
    async send({ key: attempt, text, image }) {
      const request = requestSendSupport({ text, image, key: key() });
      const answer = await server.write(request, { key: attempt });
      if (answer.isOk) void look();
      return answer;
    },
    markRead: (id) => void server.write(requestReadSupport(id, key())),
    tellTyping: () => void server.write(requestTypingSupport(key())),
  };
}

/** An older page says nothing new about anything but its own messages. */
function pick({ messages, hasOlder }: SupportThread) {
  return { messages, hasOlder };
}

/** What was said before logging in, once: only this browser has the key. */
async function joinEarlier({
  server,
  storage,
}: {
  readonly server: Server;
  readonly storage: Storage;
}): Promise<void> {
  const kept = keptVisitorKey(storage);
  if (kept === null) return;
  const answer = await server.write(requestJoinSupport(kept));
  // A key that is refused opens nothing, now or later.
  if (answer.isOk || answer.failure.kind === "refused") forgetVisitorKey(storage);
}
