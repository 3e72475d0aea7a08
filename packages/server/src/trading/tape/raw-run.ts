// What sources sent, as the raw tape keeps it: one JSON list per piece, in canonical bytes, so that
// whoever reads it needs no program of ours. Written by raw-tape.ts, read by the tape's call.
// Each tick is a list: number of the newest quote before it, when it came in, the source's time,
// source, the source's number, bid, ask, what became of it, and the market's markup on each side.
// Prices are in the market's points as the source had them, in text: it may send anything.

import { canonicalBytes } from "@truetick/proof";

/** What became of a tick that a quote was made of. */
export const TAKEN = "TAKEN";

export type RawTick = {
  /** The newest quote of the market when it came; when it became one, that quote. */
  readonly quoteSeq: number;
  readonly receivedAtMs: number;
  readonly sourceAtMs: string;
  readonly source: string;
  readonly sourceSeq: string;
  readonly bid: string;
  readonly ask: string;
  /** TAKEN, or why it became no quote. */
  readonly outcome: string;
  /** What lies between the raw quote and the quote on the tape, on each side (H02). */
  readonly markupPoints: number;
};

export function packTicks(ticks: readonly RawTick[]): Uint8Array {
  return canonicalBytes(
    ticks.map((tick) => [
      tick.quoteSeq,
      tick.receivedAtMs,
      tick.sourceAtMs,
      tick.source,
      tick.sourceSeq,
      tick.bid,
      tick.ask,
      tick.outcome,
      tick.markupPoints,
    ]),
  );
}

type Packed = [number, number, string, string, string, string, string, string, number];

export function readTicks(bytes: Uint8Array): RawTick[] {
  // Only packTicks writes these bytes, and the chain covers them.
  const packed = JSON.parse(Buffer.from(bytes).toString("utf8")) as Packed[];
  return packed.map(
    ([quoteSeq, receivedAtMs, sourceAtMs, source, sourceSeq, bid, ask, outcome, markupPoints]) => ({
      quoteSeq,
      receivedAtMs,
      sourceAtMs,
      source,
      sourceSeq,
      bid,
      ask,
      outcome,
      markupPoints,
    }),
  );
}
