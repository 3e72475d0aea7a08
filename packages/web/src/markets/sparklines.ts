// The bars behind the sparklines: fetched for the rows that are on the screen, a few at a time,
// newest wishes first and those of one moment in their order, and fetched again when they have
// aged. A line shows the trading day, as the change beside it does. A missing one is no error.

import { type Candle, type PeriodId, requestRecentCandles } from "@truetick/contract";
import type { Reader } from "../api/server.ts";

export const SPARKLINES_AT_ONCE = 4;
export const SPARKLINE_AGE_MAX_MS = 5 * 60_000;
/** The finest period whose few bars may hold the whole day, then one that surely does. */
const PERIODS_TRIED: readonly PeriodId[] = ["15min", "30min"];
/** Trading days begin at 17:00 in New York, summer and winter; crypto's at midnight UTC. */
const DAY_STARTS_UTC_SEC: readonly number[] = [0, 21 * 3_600, 22 * 3_600];
const DAY_SEC = 86_400;

export type Sparklines = {
  /** The closes, oldest first; undefined until they have come. */
  readonly get: (marketId: string) => readonly number[] | undefined;
  readonly subscribe: (marketId: string, listener: () => void) => () => void;
  /** Says that a market's line is being looked at. */
  readonly want: (marketId: string) => void;
};

/** The day's course from its open on; null when the bars do not reach back to it. */
export function closesOfDay(
  candles: readonly Candle[],
  dayOpen: string | null,
): readonly number[] | null {
  const first = candles.findLastIndex(
    ({ open, time }) => open === dayOpen && DAY_STARTS_UTC_SEC.includes(time % DAY_SEC),
  );
  if (first < 0) return null;
  return [Number(dayOpen), ...candles.slice(first).map(({ close }) => Number(close))];
}

type Entry = { readonly closes: readonly number[]; readonly loadedAtMs: number };

export type SparklineOptions = {
  readonly server: Reader;
  readonly dayOpenOf: (marketId: string) => string | null;
  readonly now?: () => number;
  /** Puts off what can wait; lines are drawn after prices. */
  readonly later?: (act: () => void) => void;
};

export class SparklineCache implements Sparklines {
  readonly #server: Reader;
  readonly #dayOpenOf: (marketId: string) => string | null;
  readonly #now: () => number;
  readonly #later: (act: () => void) => void;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Map<string, Set<() => void>>();
  /** With the moment of the wish. */
  readonly #wanted = new Map<string, number>();
  #moment = 0;
  readonly #underWay = new Set<string>();

  constructor({ server, dayOpenOf, now = Date.now, later = (act) => act() }: SparklineOptions) {
    this.#server = server;
    this.#dayOpenOf = dayOpenOf;
    this.#now = now;
    this.#later = later;
  }

  get(marketId: string): readonly number[] | undefined {
    return this.#entries.get(marketId)?.closes;
  }

  subscribe(marketId: string, listener: () => void): () => void {
    const own = this.#listeners.get(marketId) ?? new Set();
    this.#listeners.set(marketId, own);
    own.add(listener);
    return () => {
      own.delete(listener);
    };
  }

  want(marketId: string): void {
    const entry = this.#entries.get(marketId);
    const isFresh = entry && this.#now() - entry.loadedAtMs < SPARKLINE_AGE_MAX_MS;
    if (isFresh || this.#underWay.has(marketId)) return;
    this.#wanted.delete(marketId);
    this.#wanted.set(marketId, this.#moment);
    this.#later(() => {
      this.#moment += 1;
      this.#advance();
    });
  }

  /** Rows that came into sight together are wished from the top. */
  #nextWanted(): string | undefined {
    let next: readonly [string, number] | undefined;
    for (const wish of this.#wanted) if (!next || wish[1] > next[1]) next = wish;
    return next?.[0];
  }

  #advance(): void {
    const marketId = this.#nextWanted();
    if (marketId === undefined || this.#underWay.size >= SPARKLINES_AT_ONCE) return;
    this.#wanted.delete(marketId);
    this.#underWay.add(marketId);
    void this.#load(marketId);
    this.#later(() => this.#advance());
  }

  async #load(marketId: string): Promise<void> {
    const closes = await this.#fetchDay(marketId);
    this.#underWay.delete(marketId);
    if (closes) {
      this.#entries.set(marketId, { closes, loadedAtMs: this.#now() });
      for (const listener of [...(this.#listeners.get(marketId) ?? [])]) listener();
    }
    this.#later(() => this.#advance());
  }

  async #fetchDay(marketId: string): Promise<readonly number[] | null> {
    let recent: readonly number[] | null = null;
    for (const periodId of PERIODS_TRIED) {
      const answer = await this.#server.read(requestRecentCandles({ marketId, periodId }));
      if (!answer.isOk) return recent;
      const day = closesOfDay(answer.value, this.#dayOpenOf(marketId));
      if (day) return day;
      recent = answer.value.map(({ close }) => Number(close));
    }
    return recent;
  }
}
