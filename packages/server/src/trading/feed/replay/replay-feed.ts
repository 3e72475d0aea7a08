// A recorded file as a live source: its rows fall due as they once did, or N times as fast, and its
// times are moved to now while the file's own are kept beside them. Reads ahead by a bounded
// number of rows. At the end it falls silent, or begins anew when told to loop.

import type { FedMarket, Feed, FeedLog } from "../feed.ts";
import { createPolledFeed } from "../polled-feed.ts";
import type { Tick } from "../tick.ts";
import type { ReplayRow } from "./replay-columns.ts";
import { readReplayFile } from "./replay-file.ts";

export type ReplaySettings = {
  readonly path: string;
  /** How many times as fast as it was recorded. */
  readonly speed: number;
  readonly doesLoop: boolean;
  readonly spread: number;
};

export type ReplayFeed = Feed & {
  /** Ticks that have fallen due, oldest first. */
  readonly takeDue: (nowMs: number) => readonly Tick[];
  /** Settles when enough has been read ahead, or the file has ended. */
  readonly readAhead: () => Promise<void>;
  readonly hasEnded: () => boolean;
};

const ROWS_AHEAD_MIN = 20_000;
/** After a longer sleep the recording goes on from where it was. */
const CATCH_UP_MAX_MS = 60_000;
/** Between the last row and the first one of the next round. */
const ROUND_PAUSE_MS = 1_000;

type Needs = {
  readonly source: string;
  readonly market: FedMarket;
  readonly settings: ReplaySettings;
  readonly now: () => number;
  readonly log: FeedLog;
};

export function createReplayFeed(needs: Needs): ReplayFeed {
  const { source, market, settings, now, log } = needs;
  const player = new ReplayPlayer(market, settings);
  const readAhead = () => player.readAhead();
  const feed = createPolledFeed({
    source,
    instruments: new Map([[market.code, market.code]]),
    now,
    takeDue: (nowMs) => {
      readAhead().catch((error: Error) => {
        log.warn({ why: error.message }, "a recording cannot be read on");
      });
      return player.takeDue(nowMs);
    },
    isAlive: () => !player.hasEnded,
    onStop: () => player.close(),
  });
  return {
    ...feed,
    takeDue: (nowMs) => player.takeDue(nowMs),
    readAhead,
    hasEnded: () => player.hasEnded,
  };
}

class ReplayPlayer {
  readonly #market: FedMarket;
  readonly #settings: ReplaySettings;
  #batches: ReturnType<typeof readReplayFile> | null = null;
  #ahead: ReplayRow[] = [];
  #next = 0;
  #reading: Promise<void> | null = null;
  #isFileDone = false;
  /** The file's first time, and when it is played; null before the first row of a round. */
  #round: { readonly fileMs: number; playMs: number } | null = null;
  #takenMs: number | null = null;
  #playedMs = 0;
  #seq = 0;

  constructor(market: FedMarket, settings: ReplaySettings) {
    this.#market = market;
    this.#settings = settings;
  }

  get hasEnded(): boolean {
    return this.#isFileDone && this.#next === this.#ahead.length;
  }

  readAhead(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  takeDue(nowMs: number): readonly Tick[] {
    const sleptMs = nowMs - (this.#takenMs ?? nowMs);
    if (sleptMs > CATCH_UP_MAX_MS && this.#round) this.#round.playMs += sleptMs;
    this.#takenMs = nowMs;
    const due: Tick[] = [];
    for (let row = this.#ahead[this.#next]; row; row = this.#ahead[this.#next]) {
      const atMs = this.#playedAt(row, nowMs);
      if (atMs > nowMs) break;
      this.#next += 1;
      due.push(this.#tickOf(row, atMs));
    }
    if (this.#isFileDone && this.#settings.doesLoop && this.hasEnded) this.#beginAnew();
    return due;
  }

  async close(): Promise<void> {
    this.#isFileDone = true;
    await this.#reading?.catch(() => undefined);
    await this.#batches?.return();
  }

  async #read(): Promise<void> {
    const { path, spread } = this.#settings;
    const { pricePrecision } = this.#market;
    while (!this.#isFileDone && this.#ahead.length - this.#next < ROWS_AHEAD_MIN) {
      this.#batches ??= readReplayFile(path, { pricePrecision, spread });
      const { done, value } = await this.#batches.next();
      if (done) this.#isFileDone = true;
      else this.#append(value);
    }
  }

  #append(rows: readonly ReplayRow[]): void {
    this.#ahead = this.#ahead.slice(this.#next).concat(rows);
    this.#next = 0;
  }

  /** Not a number for a row without a time: the gate refuses it. */
  #playedAt({ atMs }: ReplayRow, nowMs: number): number {
    if (!Number.isFinite(atMs)) return Number.NaN;
    this.#round ??= { fileMs: atMs, playMs: Math.max(nowMs, this.#playedMs + ROUND_PAUSE_MS) };
    const { fileMs, playMs } = this.#round;
    return Math.floor(playMs + (atMs - fileMs) / this.#settings.speed);
  }

  #tickOf({ atMs: sourceAtMs, bid, ask }: ReplayRow, atMs: number): Tick {
    this.#seq += 1;
    if (atMs > this.#playedMs) this.#playedMs = atMs;
    return { code: this.#market.code, atMs, sourceAtMs, sourceSeq: this.#seq, bid, ask };
  }

  #beginAnew(): void {
    this.#batches = null;
    this.#round = null;
    this.#isFileDone = false;
  }
}
