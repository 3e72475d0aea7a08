// Asks the server what an order would cost while it is being typed: after a pause, one question at
// a time, and again every few seconds since prices move. Invariant: what is shown belongs to the
// newest draft or says that it does not (`isCurrent`); a late answer to an older one is dropped.

import { type NewOrder, type OrderPreview, requestOrderPreview } from "@truetick/contract";
import { createStore, type ReadableStore } from "@truetick/ui/state";
import type { Failure, Reader } from "../api/server.ts";

const TYPING_PAUSE_MS = 250;
/** Prices move and what is shown ages; every open ticket in the world asks this often. */
const REFRESH_MS = 5_000;

export type PreviewState = {
  readonly preview: OrderPreview | null;
  /** Why there is none; null when there is, or none was asked for. */
  readonly failure: Failure | null;
  /** False while the draft has changed since the answer. */
  readonly isCurrent: boolean;
};

const NONE: PreviewState = { preview: null, failure: null, isCurrent: true };

export type PreviewFeed = ReadableStore<PreviewState> & {
  /** The draft has changed, or has something to be asked for the first time. */
  readonly touch: () => void;
  readonly stop: () => void;
};

export function createPreviewFeed(
  server: Reader,
  {
    orderNow,
    isSeen = () => true,
  }: {
    /** The order as it stands at the moment of asking; null: there is nothing to ask. */
    readonly orderNow: () => NewOrder | null;
    /** False while the page is in the background: nobody reads the answer. */
    readonly isSeen?: () => boolean;
  },
): PreviewFeed {
  const state = createStore<PreviewState>(NONE);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | null = null;

  function askIn(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), delayMs);
  }

  async function ask(): Promise<void> {
    const order = orderNow();
    if (!order) {
      state.set(NONE);
      return;
    }
    if (!isSeen()) {
      askIn(REFRESH_MS);
      return;
    }
    const own = new AbortController();
    asking = own;
    const answer = await server.read(requestOrderPreview(order), { signal: own.signal });
    if (asking !== own) return;
    asking = null;
    if (answer.isOk) state.set({ preview: answer.value, failure: null, isCurrent: true });
    else if (answer.failure.kind !== "cancelled") {
      state.set({ preview: null, failure: answer.failure, isCurrent: true });
    }
    askIn(REFRESH_MS);
  }

  function silence(): void {
    clearTimeout(timer);
    const left = asking;
    asking = null;
    left?.abort();
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    touch() {
      silence();
      if (orderNow()) state.set({ ...state.get(), isCurrent: false });
      else state.set(NONE);
      askIn(TYPING_PAUSE_MS);
    },
    stop() {
      silence();
      state.set(NONE);
    },
  };
}
