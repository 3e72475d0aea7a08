// What the feed role says of its sources on the bus: ticks, signs of life, what was no tick, and
// where made-up prices were left out. Spoken by speak-feeds.ts, heard by hear-feeds.ts in the price
// room. A word that is lost is a tick that nobody quoted; nothing here is the record of anything.

import type { DiscardReason } from "../feed/feed.ts";
import type { Tick } from "../feed/tick.ts";

export const FEED_WORDS = "feed.words";

export type FeedWord = {
  /** Of the lease under which it is said. */
  readonly epoch: number;
  readonly source: string;
  readonly ticks: readonly Tick[];
  readonly isHeard: boolean;
  readonly discards: readonly DiscardReason[];
  /** Prices up to and including this moment were left out; null: none were. */
  readonly skippedToMs: number | null;
};

type PackedTick = readonly [string, ...(number | null)[]];

const text = new TextEncoder();
const reader = new TextDecoder();

export function packFeedWord({ ticks, ...word }: FeedWord): Uint8Array {
  return text.encode(JSON.stringify({ ...word, ticks: ticks.map(packTick) }));
}

export function readFeedWord(bytes: Uint8Array): FeedWord {
  // Written by the function above in a process of ours.
  const word = JSON.parse(reader.decode(bytes)) as Omit<FeedWord, "ticks"> & {
    readonly ticks: readonly PackedTick[];
  };
  return { ...word, ticks: word.ticks.map(readTick) };
}

function packTick({ code, atMs, bid, ask, sourceSeq, sourceAtMs }: Tick): PackedTick {
  const packed = [code, atMs, bid, ask, sourceSeq] as const;
  return sourceAtMs === undefined ? packed : [...packed, sourceAtMs];
}

/** What is no number does not survive the line as one: the gate refuses it all the same. */
function readTick([code, ...numbers]: PackedTick): Tick {
  const [atMs, bid, ask, sourceSeq, sourceAtMs] = numbers.map((number) => number ?? Number.NaN);
  const told = { code, atMs: atMs ?? NaN, bid: bid ?? NaN, ask: ask ?? NaN };
  const tick = { ...told, sourceSeq: sourceSeq ?? NaN };
  return sourceAtMs === undefined ? tick : { ...tick, sourceAtMs };
}
