// Feeds the chart of one market: the newest bars, older ones as it is scrolled to the left, and the
// last bar as quotes arrive. After a lost connection the bars in between are fetched, without
// moving what the reader looks at. Invariant: an answer for a period that is no longer shown is
// thrown away.

import { type Market, PERIODS, type Period, type Quote, requestCandles } from "@truetick/contract";
import type {
  Period as ChartPeriod,
  DataLoader,
  DataLoaderGetBarsParams,
  KLineData,
} from "klinecharts";
import type { Failure, Reader } from "../api/server.ts";
import type { QuoteBoard } from "../live/quote-board.ts";
import { type Bar, barOf, joinBars, nextBar } from "./live-bar.ts";

/**
 * The last bar is drawn with the prices, in a frame that is drawn anyway, but not with all of them:
 * a chart costs more than everything around it, and nearly four times a second looks alive.
 */
const DRAW_EVERY_MS = 240;
/** So long no new price came: then it is drawn by itself. */
const DRAW_LATE_MS = 400;

export type FeedState =
  | { readonly phase: "loading" }
  | { readonly phase: "ready"; readonly isEmpty: boolean }
  | { readonly phase: "failed"; readonly failure: Failure };

/** The chart's own words for our periods. */
export function chartPeriodOf({ id, seconds }: Period): ChartPeriod {
  if (id === "1day") return { type: "day", span: 1 };
  if (id === "60min") return { type: "hour", span: 1 };
  return { type: "minute", span: seconds / 60 };
}

function periodOfChart({ type, span }: ChartPeriod): Period {
  const seconds = span * (type === "day" ? 86_400 : type === "hour" ? 3_600 : 60);
  const period = PERIODS.find((known) => known.seconds === seconds);
  if (!period) throw new Error("Invariant: the chart shows one of the six periods");
  return period;
}

export class CandleFeed implements DataLoader {
  readonly #market: Market;
  readonly #server: Reader;
  readonly #board: QuoteBoard;
  readonly #onState: (state: FeedState) => void;
  readonly #onHole: () => void;
  #wish = new AbortController();
  #last: Bar | null = null;
  /** How many times what was missed is being asked for now. */
  #askings = 0;
  /** A bar newer than the last, begun here while those before it are still on their way. */
  #ahead: Bar | null = null;
  /** The last bar when what was missed could not be had: from there on some may be lacking. */
  #unsureSince: number | null = null;
  #period: Period | null = null;
  #push: ((bar: KLineData) => void) | null = null;
  #unfollow: (() => void) | null = null;
  #drawing: ReturnType<typeof setTimeout> | undefined;
  #drawnAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: {
    readonly market: Market;
    readonly server: Reader;
    readonly board: QuoteBoard;
    readonly onState: (state: FeedState) => void;
    /** So much was missed that the bars must be loaded anew. */
    readonly onHole: () => void;
  }) {
    this.#market = options.market;
    this.#server = options.server;
    this.#board = options.board;
    this.#onState = options.onState;
    this.#onHole = options.onHole;
  }

  readonly getBars = async (wanted: DataLoaderGetBarsParams): Promise<void> => {
    // The chart's "forward" is the past, to the left; its "backward" never has anything for us.
    if (wanted.type === "init") await this.#loadNewest(wanted);
    else if (wanted.type === "forward") await this.#loadOlder(wanted);
    else wanted.callback([], false);
  };

  readonly subscribeBar: NonNullable<DataLoader["subscribeBar"]> = ({ callback }) => {
    this.#push = callback;
    this.#follow();
  };

  readonly unsubscribeBar = (): void => {
    this.pause();
    this.#push = null;
  };

  /** Goes on after a rest, with what was missed meanwhile. */
  resume(): void {
    if (!this.#push || this.#unfollow) return;
    // First, so that the price of now does not begin a bar before those in between are there.
    void this.catchUp();
    this.#follow();
  }

  pause(): void {
    clearTimeout(this.#drawing);
    this.#drawing = undefined;
    this.#unfollow?.();
    this.#unfollow = null;
  }

  #follow(): void {
    this.pause();
    const { id } = this.#market;
    const look = () => {
      const update = this.#board.get(id);
      if (update) this.#takeQuote(update.quote);
    };
    look();
    // The library draws in the frame after it was told: told on arrival, that is the prices' own.
    this.#unfollow = this.#board.heed(id, look);
  }

  /** Fetches what was missed in a rest, or while the connection was down. */
  async catchUp(): Promise<void> {
    const { signal } = this.#wish;
    if (!this.#period || !this.#last) return;
    this.#askings += 1;
    const answer = await this.#read({ periodId: this.#period.id }, signal);
    if (signal.aborted) return;
    this.#askings -= 1;
    const last = this.#last.timestamp;
    if (!answer.isOk) {
      if (this.#askings === 0) this.#unsureSince ??= last;
      this.#takeAhead();
      return;
    }
    const bars = answer.value.map(barOf);
    const oldest = bars[0]?.timestamp ?? 0;
    if (oldest > last || (this.#unsureSince ?? last) < last) {
      this.#ahead = null;
      this.#onHole();
      return;
    }
    this.#unsureSince = null;
    for (const bar of bars) this.#takeAsked(bar);
    this.#takeAhead();
    // The newest price is counted already, by the server or when it arrived.
    const ticks = this.#last.volume;
    const quote = this.#board.get(this.#market.id)?.quote;
    if (quote) this.#takeQuote(quote, ticks);
  }

  #takeAsked(bar: Bar): void {
    if (!this.#last || bar.timestamp < this.#last.timestamp) return;
    this.#take(bar.timestamp === this.#last.timestamp ? joinBars(bar, this.#last) : bar);
  }

  #takeAhead(): void {
    const ahead = this.#ahead;
    if (!ahead || !this.#last) return;
    const isNewer = ahead.timestamp > this.#last.timestamp;
    if (isNewer && this.#askings > 0) return;
    this.#ahead = null;
    if (isNewer) this.#take(ahead);
    else if (ahead.timestamp === this.#last.timestamp) this.#take(joinBars(this.#last, ahead));
  }

  #takeQuote(quote: Quote, ticks?: number): void {
    if (!this.#last || !this.#period) return;
    const bar = nextBar(this.#ahead ?? this.#last, quote, this.#period);
    if (!bar) return;
    // The chart takes no bar between others: a newer one waits for those that are asked for.
    if (this.#askings > 0 && bar.timestamp > this.#last.timestamp) this.#ahead = bar;
    else this.#take(ticks === undefined ? bar : { ...bar, volume: ticks });
  }

  stop(): void {
    this.#wish.abort();
    this.unsubscribeBar();
  }

  #take(bar: Bar): void {
    const isNew = bar.timestamp !== this.#last?.timestamp;
    // A bar that is over is shown as it ended before the next one begins.
    if (isNew && this.#drawing !== undefined) this.#draw();
    this.#last = bar;
    const restedMs = performance.now() - this.#drawnAtMs;
    if (isNew || restedMs >= DRAW_EVERY_MS) this.#draw();
    else this.#drawing ??= setTimeout(() => this.#draw(), DRAW_LATE_MS - restedMs);
  }

  #draw(): void {
    clearTimeout(this.#drawing);
    this.#drawing = undefined;
    this.#drawnAtMs = performance.now();
    if (this.#last) this.#push?.(this.#last);
  }

  #read(wanted: { periodId: Period["id"]; before?: number }, signal: AbortSignal) {
    const request = requestCandles({ marketId: this.#market.id, ...wanted });
    return this.#server.read(request, { signal });
  }

  async #loadNewest({ period, callback }: DataLoaderGetBarsParams): Promise<void> {
    this.#wish.abort();
    this.#wish = new AbortController();
    const { signal } = this.#wish;
    this.#period = periodOfChart(period);
    this.#last = null;
    this.#ahead = null;
    this.#askings = 0;
    this.#unsureSince = null;
    this.#onState({ phase: "loading" });
    const answer = await this.#read({ periodId: this.#period.id }, signal);
    if (signal.aborted) return;
    if (!answer.isOk) {
      this.#onState({ phase: "failed", failure: answer.failure });
      return;
    }
    const bars = answer.value.map(barOf);
    this.#last = bars.at(-1) ?? null;
    this.#onState({ phase: "ready", isEmpty: bars.length === 0 });
    // A chart that enters the page with its first bars is measured in between.
    await null;
    if (signal.aborted) return;
    this.#drawnAtMs = performance.now();
    callback(bars, { forward: bars.length > 0, backward: false });
  }

  async #loadOlder({ timestamp, callback }: DataLoaderGetBarsParams): Promise<void> {
    const { signal } = this.#wish;
    if (!this.#period || timestamp === null) return;
    const before = Math.floor(timestamp / 1000);
    const answer = await this.#read({ periodId: this.#period.id, before }, signal);
    if (signal.aborted) return;
    // A page that could not be fetched is asked for again by the next scroll.
    if (!answer.isOk) callback([], { forward: true, backward: false });
    else callback(answer.value.map(barOf), { forward: answer.value.length > 0, backward: false });
  }
}
