// The newest quote of every market, for whoever paints it. Updates of one frame of the screen are
// collected and told at once, to the listeners of the markets that changed and nobody else. What
// draws itself in a frame of its own choosing is told on arrival, so that it is the same frame. The
// rows of lists take turns: a third of them with each frame of prices.
// Invariant: within one connection a market's quotes only ever get newer.

import type { QuoteUpdate } from "@truetick/contract";

export type QuoteBoard = {
  readonly get: (marketId: string) => QuoteUpdate | undefined;
  readonly subscribe: (marketId: string, listener: () => void) => () => void;
  /** One row of many: told with every third frame of prices, nearly four times a second. */
  readonly glance: (marketId: string, listener: () => void) => () => void;
  /** Told as quotes arrive, before the frame in which the others are told. */
  readonly heed: (marketId: string, listener: () => void) => () => void;
  /** What the socket brings. A snapshot replaces what is known, whatever its numbers. */
  readonly apply: (updates: readonly QuoteUpdate[], options: { isSnapshot: boolean }) => void;
};

const TURNS = 3;
/** So long no new price came: then the rows whose turn is next have it now. */
const TURN_LATE_MS = 150;

export type FrameScheduler = (paint: () => void) => void;

/** One paint per frame of the screen; a hidden page waits until it is seen again. */
const onNextFrame: FrameScheduler = (paint) => {
  requestAnimationFrame(paint);
};

export function createQuoteBoard(schedule: FrameScheduler = onNextFrame): QuoteBoard {
  const quotes = new Map<string, QuoteUpdate>();
  const listeners = createListeners();
  const heeders = createListeners();
  const changed = new Set<string>();
  const turns = Array.from({ length: TURNS }, createTurn);
  let glancers = 0;
  let told = 0;
  let isScheduled = false;
  let late: ReturnType<typeof setTimeout> | undefined;

  function plan(): void {
    if (isScheduled) return;
    isScheduled = true;
    schedule(tell);
  }

  function tell(): void {
    isScheduled = false;
    const marketIds = [...changed];
    changed.clear();
    for (const marketId of marketIds) listeners.tell(marketId);
    told += 1;
    turns[told % TURNS]?.take();
    clearTimeout(late);
    if (turns.some(({ isWaiting }) => isWaiting())) late = setTimeout(plan, TURN_LATE_MS);
  }

  return {
    get: (marketId) => quotes.get(marketId),
    subscribe: listeners.add,
    glance(marketId, listener) {
      glancers += 1;
      const turn = turns[glancers % TURNS];
      if (!turn) throw new Error("Invariant: there are turns");
      return turn.listeners.add(marketId, listener);
    },
    heed: heeders.add,
    apply(updates, { isSnapshot }) {
      const arrived: string[] = [];
      for (const update of updates) {
        const known = quotes.get(update.marketId);
        if (known && !isSnapshot && update.quote.seq < known.quote.seq) continue;
        quotes.set(update.marketId, update);
        changed.add(update.marketId);
        for (const turn of turns) turn.note(update.marketId);
        arrived.push(update.marketId);
      }
      if (changed.size > 0) plan();
      // After the others have their place in the frame: whoever measures then measures once.
      for (const marketId of arrived) heeders.tell(marketId);
    },
  };
}

/** A part of the rows, and what has changed for them since they were told. */
function createTurn() {
  const listeners = createListeners();
  const changed = new Set<string>();
  return {
    listeners,
    isWaiting: () => changed.size > 0,
    note(marketId: string): void {
      if (listeners.has(marketId)) changed.add(marketId);
    },
    take(): void {
      const marketIds = [...changed];
      changed.clear();
      for (const marketId of marketIds) listeners.tell(marketId);
    },
  };
}

/** Who wants to be told of which market. */
function createListeners() {
  const byMarket = new Map<string, Set<() => void>>();
  return {
    has: (marketId: string) => byMarket.has(marketId),
    add(marketId: string, listener: () => void): () => void {
      const own = byMarket.get(marketId) ?? new Set();
      byMarket.set(marketId, own);
      own.add(listener);
      return () => {
        own.delete(listener);
        if (own.size === 0 && byMarket.get(marketId) === own) byMarket.delete(marketId);
      };
    },
    tell(marketId: string): void {
      const own = byMarket.get(marketId);
      if (own) for (const listener of [...own]) listener();
    },
  };
}
