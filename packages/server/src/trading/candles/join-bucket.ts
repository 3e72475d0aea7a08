// One bar over a stretch of time, from wherever its minutes are: in memory, in the table, or, where
// nothing was recorded and the past is made up, from the seed. Called by the candle book.
// Invariant: what was recorded is never mixed into or replaced by what was made up within a minute.

import { MINUTE_MS } from "../feed/simulator/time-grid.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import { type Bar, joinBars, type Side } from "./bar.ts";
import type { Bucket } from "./bucket.ts";
import type { StoredHour } from "./candle-store.ts";
import type { GeneratedHistory } from "./generated-history.ts";
import type { MinuteRing } from "./minute-ring.ts";

const HOUR_MINUTES = 60;
const SIDE_AT: Readonly<Record<Side, number>> = { bid: 0, ask: 4, mid: 8 };

export type JoinNeeds = {
  readonly market: TradedMarket;
  readonly bucket: Bucket;
  readonly side: Side;
  readonly history: GeneratedHistory;
  readonly ring: MinuteRing;
  /** From here on only what was recorded counts. */
  readonly beginMinute: number;
  /** What the table has of it, by hour. */
  readonly hours: ReadonlyMap<number, StoredHour>;
};

class Joint {
  readonly #needs: JoinNeeds;
  #bar: Bar | null = null;
  #gapFrom: number | null = null;

  constructor(needs: JoinNeeds) {
    this.#needs = needs;
  }

  get bar(): Bar | null {
    return this.#bar;
  }

  add(bar: Bar | null, minute: number): void {
    if (!bar) {
      this.#gapFrom ??= minute;
      return;
    }
    this.fill(minute);
    this.#join(bar);
  }

  /** What was not recorded before this minute is made up. */
  fill(minute: number): void {
    if (this.#gapFrom === null) return;
    const { history, market, side } = this.#needs;
    const gap = { fromMs: this.#gapFrom * MINUTE_MS, toMs: minute * MINUTE_MS };
    this.#gapFrom = null;
    if (gap.toMs > gap.fromMs) this.#join(history.join(market, gap, side));
  }

  #join(bar: Bar | null): void {
    if (bar) this.#bar = this.#bar ? joinBars(this.#bar, bar) : bar;
  }
}

export function joinBucket(needs: JoinNeeds): Bar | null {
  const { bucket, side, ring, beginMinute, hours } = needs;
  const joint = new Joint(needs);
  const from = Math.ceil(bucket.fromMs / MINUTE_MS);
  const to = Math.ceil(bucket.toMs / MINUTE_MS);
  const inMemory = Math.max(0, ring.firstMinute);
  const pastTo = Math.min(to, Math.max(beginMinute, inMemory));
  let minute = from;
  while (minute < pastTo) {
    if (minute >= inMemory) {
      joint.add(ring.has(minute) ? ring.join(minute, minute + 1, side) : null, minute);
      minute += 1;
      continue;
    }
    const hour = Math.floor(minute / HOUR_MINUTES);
    const hourEnd = Math.min((hour + 1) * HOUR_MINUTES, pastTo, inMemory);
    const row = hours.get(hour);
    const isWhole = minute === hour * HOUR_MINUTES && hourEnd === minute + HOUR_MINUTES;
    if (!row) joint.add(null, minute);
    else if (isWhole && row.minuteCount === HOUR_MINUTES) joint.add(hourBar(row, side), minute);
    else {
      for (; minute < hourEnd; minute += 1) joint.add(minuteBar(row, minute, side), minute);
    }
    minute = hourEnd;
  }
  joint.fill(pastTo);
  if (to > pastTo) joint.add(ring.join(Math.max(from, pastTo), to, side), pastTo);
  const { bar } = joint;
  return bar && { ...bar, atMs: bucket.fromMs };
}

function hourBar({ hour, ticks, pricesOf }: StoredHour, side: Side): Bar {
  return barOf(pricesOf(side), { minute: hour * HOUR_MINUTES, ticks });
}

function minuteBar({ minutes }: StoredHour, minute: number, side: Side): Bar | null {
  const found = minutes?.find((each) => each.minute === minute);
  if (!found) return null;
  return barOf(found.prices.slice(SIDE_AT[side], SIDE_AT[side] + 4), found);
}

function barOf(
  [open = 0, high = 0, low = 0, close = 0]: readonly number[],
  { minute, ticks }: { readonly minute: number; readonly ticks: number },
): Bar {
  return { atMs: minute * MINUTE_MS, open, high, low, close, ticks, isGenerated: false };
}
