// The notices of whoever is logged in, shared by the bell, its list and the screen: what the server
// has told, newest first, and how much of it is unread. Live by the socket's private topic; read
// anew after every reconnection and in every other language, because the server writes the texts.
// Made by use-inbox.ts when the first of them needs it. Invariant: no notice stands in it twice.

import {
  NOTICES_PER_PAGE,
  type Notice,
  type NoticeFrame,
  type NoticePage,
  requestNotices,
  requestReadNotices,
  TOPIC_NOTICE,
} from "@truetick/contract/notices";
import { createStore, type ReadableStore, type Store } from "@truetick/ui/state";
import type { Answer, Failure, Reader } from "../api/server.ts";
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

/** Who has read further loads the rest as before. */
const PAGES_AGAIN_MAX = 5;

const EMPTY: InboxState = {
  phase: "loading",
  notices: [],
  unread: 0,
  hasMore: false,
  isLoadingMore: false,
  failure: null,
};

/** Each once, the newer word about it holds; newest first by the order they came in. */
function mergeNotices(newer: readonly Notice[], older: readonly Notice[]): readonly Notice[] {
  const known = new Set(newer.map(({ id }) => id));
  return [...newer, ...older.filter(({ id }) => !known.has(id))];
}

/** The newest, and as many older ones as were shown. */
async function readPages(server: Reader, shownCount: number): Promise<Answer<NoticePage>> {
  const shown = Math.ceil(shownCount / NOTICES_PER_PAGE);
  const pages = Math.min(Math.max(1, shown), PAGES_AGAIN_MAX);
  let whole = await server.read(requestNotices(null), { isInitial: true });
  for (let page = 2; page <= pages && whole.isOk && whole.value.hasMore; page += 1) {
    const { notices } = whole.value;
    const next = await server.read(requestNotices(notices.at(-1)?.id ?? null));
    if (!next.isOk) return next;
    const value = { ...next.value, notices: mergeNotices(notices, next.value.notices) };
    whole = { isOk: true, value };
  }
  return whole;
}

export function createInbox({ live, session, server, preferences }: InboxParts): Inbox {
  const state = createStore<InboxState>(EMPTY);
  /** Grows with every new beginning: an answer to an older one is nobody's any more. */
  let round = 0;
  const change = (next: Partial<InboxState>) => state.set({ ...state.get(), ...next });

  async function refresh(): Promise<Failure | null> {
    round += 1;
    const mine = round;
    if (session.get() === null) return null;
    if (state.get().phase === "failed") change({ phase: "loading", failure: null });
    const answer = await readPages(server, state.get().notices.length);
    if (mine !== round) return null;
    if (answer.isOk) {
      change({ ...answer.value, phase: "ready", failure: null, isLoadingMore: false });
      return null;
    }
    if (state.get().phase === "loading") change({ phase: "failed", failure: answer.failure });
    return answer.failure;
  }

  const { lookAfter, onNew } = createNews({ state, refresh });
  follow({ live, session, preferences }, { lookAfter, refresh, forget: () => state.set(EMPTY) });
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
    onNew,
  };
}

/** Finds out what a frame speaks of, and tells it: each notice once. */
function createNews({
  state,
  refresh,
}: {
  readonly state: Store<InboxState>;
  readonly refresh: Inbox["refresh"];
}) {
  const listeners = new Set<(notice: Notice) => void>();
  /** Two frames in a row may find the same news. */
  const told = new Set<string>();
  /** A frame has the newest alone, in the socket's language: what it speaks of is read. */
  async function lookAfter({ unread, data: newest }: NoticeFrame): Promise<void> {
    const before = state.get();
    if (unread === before.unread && newest.length === 0) return;
    state.set({ ...before, unread });
    const known = Math.max(0, ...before.notices.map(({ id }) => Number(id)));
    const failure = await refresh();
    if (failure || newest.length === 0 || before.phase !== "ready") return;
    const fresh = state.get().notices.filter(({ id, isRead }) => !isRead && Number(id) > known);
    for (const notice of fresh.reverse()) {
      if (told.has(notice.id)) continue;
      told.add(notice.id);
      for (const listener of [...listeners]) listener(notice);
    }
  }
  const onNew: Inbox["onNew"] = (listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return { lookAfter, onNew };
}

/** From a login to its end, through every reconnection and change of language. */
function follow(
  { live, session, preferences }: Pick<InboxParts, "live" | "session" | "preferences">,
  act: {
    readonly lookAfter: (frame: NoticeFrame) => Promise<void>;
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
  live.listen((frame) => {
    if (frame.type === TOPIC_NOTICE) void act.lookAfter(frame);
  });
  onLineBack(live, () => void act.refresh());
  let { language } = preferences.get();
  preferences.subscribe(() => {
    const chosen = preferences.get().language;
    if (chosen === language) return;
    language = chosen;
    void act.refresh();
  });
}
