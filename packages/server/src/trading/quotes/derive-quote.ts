// One raw quote of a market out of what its fresh sources say. Pure: the same sources and the same
// rule give the same quote, for everyone (H01). By priority the first fresh source is the quote; if
// its price stands still while another's has left it, nobody can say which is right, and there is
// none. By median it is the middle of the bids and of the asks of all that agree, if enough do.
// Invariant: of sources whose bid is at most their ask comes a quote of which the same is true.

import type { SourceRule } from "../feed/feed-plan.ts";

/** What a fresh source says, in points, and when it was made, by any one clock. */
export type SourceQuote = {
  readonly source: string;
  readonly bid: number;
  readonly ask: number;
  readonly madeAtMs: number;
};

/** Why there is no quote although a source has spoken. */
export type WithheldReason = "NO_FRESH_SOURCE" | "BELOW_QUORUM" | "SOURCES_DISAGREE";

export type RawQuote = {
  readonly bid: number;
  readonly ask: number;
  /** Whose word it is, in the order of their priority. */
  readonly sources: readonly string[];
};

const BPS = 10_000;
/** A price that another source left behind this long ago is frozen (F12). */
const FROZEN_AFTER_MS = 10_000;

/** `fresh` in the order of priority; sources further apart than the limit do not agree. */
export function deriveQuote(
  rule: SourceRule,
  fresh: readonly SourceQuote[],
  limitBps: number,
): RawQuote | WithheldReason {
  const [first] = fresh;
  if (!first) return "NO_FRESH_SOURCE";
  if (rule.kind === "priority") {
    if (isLeftBehind(first, fresh, limitBps)) return "SOURCES_DISAGREE";
    return { bid: first.bid, ask: first.ask, sources: [first.source] };
  }
  if (fresh.length < rule.quorum) return "BELOW_QUORUM";
  const agreeing = fresh.filter(isNear(middleOf(fresh.map(doubleMid)), limitBps));
  if (agreeing.length < rule.quorum) return "SOURCES_DISAGREE";
  return {
    // Half a point goes to the spread, on both sides alike.
    bid: Math.floor(middleOf(agreeing.map(({ bid }) => bid))),
    ask: Math.ceil(middleOf(agreeing.map(({ ask }) => ask))),
    sources: agreeing.map(({ source }) => source),
  };
}

function isLeftBehind(
  quote: SourceQuote,
  fresh: readonly SourceQuote[],
  limitBps: number,
): boolean {
  const agrees = isNear(doubleMid(quote), limitBps);
  return fresh.some((other) => other.madeAtMs - quote.madeAtMs > FROZEN_AFTER_MS && !agrees(other));
}

function doubleMid({ bid, ask }: SourceQuote): number {
  return bid + ask;
}

function isNear(middle: number, limitBps: number): (quote: SourceQuote) => boolean {
  return (quote) => Math.abs(doubleMid(quote) - middle) * BPS <= middle * limitBps;
}

/** The median; between the two middle ones when they are even in number. */
function middleOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  return (lower + upper) / 2;
}
