// Everything live in one place: the socket, the board it fills, whether the prices are simulated,
// and whether what is shown can be trusted right now. Composed once by main.tsx.

import {
  type Market,
  type QuoteUpdate,
  quoteUpdateFromWire,
  type ServerFrame,
  SOCKET_PATH,
  TOPIC_QUOTES,
} from "@truetick/contract";
import { createStore, type ReadableStore } from "@truetick/ui/state";
import type { Storage } from "../app/storage.ts";
import { LiveSocket, type SocketOptions } from "./live-socket.ts";
import { createQuoteBoard, type FrameScheduler, type QuoteBoard } from "./quote-board.ts";

export type Live = {
  readonly socket: LiveSocket;
  readonly board: QuoteBoard;
  /** False only when the server has said that its prices are real (H13). */
  readonly isSimulated: ReadableStore<boolean>;
  /** When the last quote arrived, Unix milliseconds; null before the first. */
  readonly quotedAtMs: () => number | null;
  /**
   * Puts the quotes of a freshly loaded list on the board, where they are news. Whether they may
   * be called fresh is the connection's to say (`isFresh`), not the list's.
   */
  readonly seed: (markets: readonly Market[]) => void;
  /** Hands on every frame that is not about quotes, in order; the answer ends that. */
  readonly listen: (listener: (frame: ServerFrame) => void) => () => void;
};

export type LiveOptions = {
  readonly origin: string;
  readonly storage: Storage;
  readonly schedule?: FrameScheduler;
  readonly now?: () => number;
} & Pick<SocketOptions, "openSocket" | "random" | "onSessionEnded">;

/** Only a hint for the first paint: the socket says the truth a moment later. */
const REAL_PRICES = "realPrices";

function updateOf(market: Market): QuoteUpdate[] {
  const { id: marketId, code, isOpen, opensAt, quote } = market;
  const isClosingOnly = market.closingOnlyReason !== null;
  return quote ? [{ marketId, code, isOpen, opensAt, isClosingOnly, isStale: false, quote }] : [];
}

export function createLive({
  origin,
  storage,
  schedule,
  now = Date.now,
  ...socketOptions
}: LiveOptions): Live {
  const board = createQuoteBoard(schedule);
  const isSimulated = createStore(storage.read(REAL_PRICES) !== "yes");
  let quotedAtMs: number | null = null;

  isSimulated.subscribe(() => storage.write(REAL_PRICES, isSimulated.get() ? "no" : "yes"));
  const listeners = new Set<(frame: ServerFrame) => void>();
  const takeFrame = (frame: ServerFrame) => {
    if (frame.type !== TOPIC_QUOTES) {
      for (const listener of [...listeners]) listener(frame);
      return;
    }
    quotedAtMs = now();
    isSimulated.set(frame.sim);
    board.apply(frame.data.map(quoteUpdateFromWire), { isSnapshot: frame.snapshot === 1 });
  };

  const socket = new LiveSocket({
    url: origin.replace(/^http/, "ws") + SOCKET_PATH,
    onFrame: takeFrame,
    now,
    ...socketOptions,
  });
  // Kept for as long as the app is open: every screen that shows a price finds it fresh.
  socket.subscribe(TOPIC_QUOTES);
  return {
    socket,
    board,
    isSimulated,
    quotedAtMs: () => quotedAtMs,
    seed(markets) {
      const news = markets.flatMap(updateOf).filter(({ marketId, quote }) => {
        const known = board.get(marketId);
        return !known || known.quote.seq < quote.seq;
      });
      board.apply(news, { isSnapshot: false });
    },
    listen(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
