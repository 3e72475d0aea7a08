// The account of whoever is logged in, as the server tells it: its figures, its open orders, and
// which of them have just ended. Composed once by main.tsx; screens read it, none writes it. What
// only prices have moved is shown four times a second, all of it together; news at once. Screens
// render `still`, which changes with news alone, and paint what moves (live-account.tsx).
// Invariant: an order that no frame has changed stays the same object.

import {
  accountUpdateFromWire,
  type EndedOrderNotice,
  endedOrderFromWire,
  type Order,
  type ServerFrame,
  TOPIC_CLOSED,
  TOPIC_TRADE,
} from "@truetick/contract";
import { createStore, type ReadableStore, type Store } from "@truetick/ui/state";
import type { Live } from "../live/live.ts";
import type { SessionStore } from "../session/session.ts";
import { type OpenBook, stillBook } from "./open-book.ts";

export type AccountBook = ReadableStore<OpenBook | null> & {
  /** The same as of its last news; what prices move in it is of then, and has to be painted. */
  readonly still: ReadableStore<OpenBook | null>;
  /** Tells of orders that ended from now on; the answer ends that. */
  readonly onEnded: (listener: (notice: EndedOrderNotice) => void) => () => void;
  /** Follows the session: from a login to its end. */
  readonly start: () => void;
};

const NOTICES_KNOWN_MAX = 500;
/** As the rows of a list (live/quote-board.ts). */
const SHOWN_EVERY_MS = 250;
/** So long no new message came: then the last one is shown by itself. */
const LATE_MS = 150;

function mergeOrders(
  known: ReadonlyMap<string, Order>,
  { orders, goneIds }: { readonly orders: readonly Order[]; readonly goneIds: readonly string[] },
): ReadonlyMap<string, Order> {
  if (orders.length === 0 && goneIds.length === 0) return known;
  const merged = new Map(known);
  for (const id of goneIds) merged.delete(id);
  for (const order of orders) merged.set(order.id, order);
  return merged;
}

/**
 * Shows news at once and what prices move at a steady pace; always the newest, and with a message:
 * in a frame that is drawn for its prices anyway.
 */
function createPace(shown: Readonly<Record<"book" | "still", Store<OpenBook | null>>>) {
  let newest: OpenBook | null = null;
  let still: OpenBook | null = null;
  let shownAtMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function showNewest(): void {
    clearTimeout(timer);
    timer = undefined;
    shownAtMs = performance.now();
    shown.book.set(newest);
    shown.still.set(still);
  }

  return {
    newest: () => newest,
    take(book: OpenBook): void {
      const before = still;
      newest = book;
      still = stillBook(book, before);
      const waitMs = shownAtMs + SHOWN_EVERY_MS - performance.now();
      if (waitMs <= 0 || still !== before) showNewest();
      else timer ??= setTimeout(showNewest, waitMs + LATE_MS);
    },
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
      newest = still = null;
      shown.book.set(null);
      shown.still.set(null);
    },
  };
}

/** Which notices are news. A snapshot repeats the newest few of before; they are only learnt. */
function createNoticeSieve() {
  const known = new Set<string>();
  let hasBegun = false;
  return (notices: readonly EndedOrderNotice[]): readonly EndedOrderNotice[] => {
    const fresh = notices.filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    for (const id of known) {
      if (known.size <= NOTICES_KNOWN_MAX) break;
      known.delete(id);
    }
    const news = hasBegun ? fresh : [];
    hasBegun = true;
    return news;
  };
}

export function createAccountBook({
  live,
  session,
}: {
  readonly live: Pick<Live, "listen"> & {
    readonly socket: Pick<Live["socket"], "subscribe">;
  };
  readonly session: SessionStore;
}): AccountBook {
  const book = createStore<OpenBook | null>(null);
  const still = createStore<OpenBook | null>(null);
  const pace = createPace({ book, still });
  const listeners = new Set<(notice: EndedOrderNotice) => void>();
  let sieve = createNoticeSieve();

  function take(frame: ServerFrame): void {
    if (frame.type === TOPIC_TRADE) {
      const update = accountUpdateFromWire(frame.data);
      const isWhole = frame.snapshot === 1;
      const known = isWhole ? new Map<string, Order>() : (pace.newest()?.orders ?? new Map());
      pace.take({ account: update.account, orders: mergeOrders(known, update) });
    }
    if (frame.type === TOPIC_CLOSED) {
      for (const notice of sieve(frame.data.map(endedOrderFromWire))) {
        for (const listener of [...listeners]) listener(notice);
      }
    }
  }

  function follow(): () => void {
    const topics = [TOPIC_TRADE, TOPIC_CLOSED].map((topic) => live.socket.subscribe(topic));
    const unlisten = live.listen(take);
    return () => {
      unlisten();
      for (const leave of topics) leave();
      pace.stop();
      sieve = createNoticeSieve();
    };
  }

  return {
    get: book.get,
    subscribe: book.subscribe,
    still,
    onEnded(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    start() {
      let token: string | null = null;
      let leave: (() => void) | null = null;
      const look = () => {
        const next = session.get()?.token ?? null;
        if (next === token) return;
        token = next;
        leave?.();
        // A session's private topics begin with its own subscription, after its login.
        leave = next === null ? null : follow();
      };
      look();
      session.subscribe(look);
    },
  };
}
