// The notices of whoever is logged in, shared by the bell, its list and the screen: what the server
// has told, newest first, and how much of it is unread. Live by the socket's private topic; read
// anew after every reconnection and in every other language, because the server writes the texts.
// Made by use-inbox.ts when the first of them needs it. Invariant: no notice stands in it twice.

import type { ServerFrame } from "@truetick/contract";
import {
  type Notice,
  noticeFromWire,
  requestNotices,
  requestReadNotices,
  TOPIC_NOTICE,
} from "@truetick/contract/notices";
import { createStore, type ReadableStore } from "@truetick/ui/state";
import type { Failure } from "../api/server.ts";
import type { App } from "../app/app.ts";
import { onLineBack } from "../live/watch-line.ts";

export type InboxState = {
  readonly phase: "loading" | "ready" | "failed";
  readonly notices: readonly Notice[];
  readonly unread: number;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Why it never came; null otherwise. */
  readonly failure: Failure | null;
};

export type Inbox = ReadableStore<InboxState> & {
  /** Asks again; answers what went wrong, or null. */
  readonly refresh: () => Promise<Failure | null>;
  readonly loadMore: () => Promise<Failure | null>;
  /** One of them, or all with null. Seen at once; told to the server behind it. */
  readonly markRead: (id: string | null) => Promise<void>;
  /** Tells of what is left from now on; the answer ends that. */
  readonly onNew: (listener: (notice: Notice) => void) => () => void;
};

export type InboxParts = Pick<App, "live" | "session" | "server" | "preferences">;

const EMPTY: InboxState = {
  phase: "loading",
  notices: [],
  unread: 0,
  hasMore: false,
  isLoadingMore: false,
  failure: null,
};

/** Each once, the newer word about it holds; newest first by the order they came in. */
export function mergeNotices(
  newer: readonly Notice[],
  older: readonly Notice[],
): readonly Notice[] {
  const known = new Set(newer.map(({ id }) => id));
  return [...newer, ...older.filter(({ id }) => !known.has(id))];
}

export function createInbox({ live, session, server, preferences }: InboxParts): Inbox {
  const state = createStore<InboxState>(EMPTY);
  const listeners = new Set<(notice: Notice) => void>();
  /** Grows with every new beginning: an answer to an older one is nobody's any more. */
  let round = 0;
  const change = (next: Partial<InboxState>) => state.set({ ...state.get(), ...next });

  async function refresh(): Promise<Failure | null> {
    round += 1;
    const mine = round;
    if (session.get() === null) return null;
    if (state.get().phase === "failed") change({ phase: "loading", failure: null });
    const answer = await server.read(requestNotices(null), { isInitial: true });
    if (mine !== round) return null;
    if (answer.isOk) {
      change({ ...answer.value, phase: "ready", failure: null, isLoadingMore: false });
      return null;
    }
    if (state.get().phase === "loading") change({ phase: "failed", failure: answer.failure });
    return answer.failure;
  }

  function take(frame: ServerFrame): void {
    if (frame.type !== TOPIC_NOTICE) return;
    const before = state.get();
    const known = new Set(before.notices.map(({ id }) => id));
    const told = frame.data.map(noticeFromWire);
    change({ unread: frame.unread, notices: mergeNotices(told, before.notices) });
    // Read elsewhere: which of them is not said. What was read here is known.
    if (told.length === 0 && frame.unread !== before.unread) void refresh();
    for (const notice of told.filter(({ id }) => !known.has(id))) {
      for (const listener of [...listeners]) listener(notice);
    }
  }

  follow({ live, session, preferences }, { take, refresh, forget: () => state.set(EMPTY) });
  return {
    get: state.get,
    subscribe: state.subscribe,
    refresh,
    async loadMore() {
      const { notices, isLoadingMore, hasMore } = state.get();
      const last = notices.at(-1);
      if (isLoadingMore || !hasMore || !last) return null;
      const mine = round;
      change({ isLoadingMore: true });
      const answer = await server.read(requestNotices(last.id));
      if (mine !== round) return null;
      change({ isLoadingMore: false });
      if (!answer.isOk) return answer.failure;
      const { notices: older, ...rest } = answer.value;
      change({ ...rest, notices: mergeNotices(state.get().notices, older) });
      return null;
    },
    async markRead(id) {
      const { notices, unread } = state.get();
      const isMeant = (notice: Notice) => !notice.isRead && (id === null || notice.id === id);
      if (id !== null && !notices.some(isMeant)) return;
      const read = notices.map((one) => (isMeant(one) ? { ...one, isRead: true } : one));
      change({ notices: read, unread: id === null ? 0 : Math.max(0, unread - 1) });
      const answer = await server.write(requestReadNotices(id), { isInitial: true });
      // What was not heard is unread again with the next look.
      if (answer.isOk) change({ unread: answer.value });
      else void refresh();
    },
    onNew(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** From a login to its end, through every reconnection and change of language. */
function follow(
  { live, session, preferences }: Pick<InboxParts, "live" | "session" | "preferences">,
  act: {
    readonly take: (frame: ServerFrame) => void;
    readonly refresh: () => Promise<Failure | null>;
    readonly forget: () => void;
  },
): void {
  let token: string | null = null;
  let leave: (() => void) | null = null;
  const look = () => {
    const next = session.get()?.token ?? null;
    if (next === token) return;
    token = next;
    leave?.();
    leave = null;
    act.forget();
    void act.refresh();
    if (next !== null) leave = live.socket.subscribe(TOPIC_NOTICE);
  };
  look();
  session.subscribe(look);
  live.listen(act.take);
  onLineBack(live, () => void act.refresh());
  let { language } = preferences.get();
  preferences.subscribe(() => {
    const chosen = preferences.get().language;
    if (chosen === language) return;
    language = chosen;
    void act.refresh();
  });
}
