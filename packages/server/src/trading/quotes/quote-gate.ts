// The gate every tick passes before anyone sees it (trading-rules §2, F13, F15). What is crossed,
// not positive, not a number, out of order or too far from the last good price is refused and
// counted, and nothing is ever traded on it. A far price is held: if a second, later tick agrees
// with it, it was a true gap, and the second tick passes. Each source is judged by what it said
// itself, a new one by what the market was last quoted at.

import type { DiscardReason } from "../feed/feed.ts";
import type { Tick } from "../feed/tick.ts";
import type { WithheldReason } from "./derive-quote.ts";

const JUDGED_REASONS = [
  "UNKNOWN_MARKET",
  "NOT_FINITE",
  "NOT_WHOLE",
  "NOT_POSITIVE",
  "CROSSED",
  "FROM_THE_FUTURE",
  "DUPLICATE",
  "OUT_OF_ORDER",
  "JUMP",
] as const;

/** Everything for which no quote comes of what a source sent. */
export type GateReason = DiscardReason | (typeof JUDGED_REASONS)[number] | WithheldReason;

export type QuoteGate = {
  /** Null: it passes. Otherwise why not. */
  readonly judge: (tick: Tick, nowMs: number, source?: string) => GateReason | null;
  /** Counts what was refused elsewhere: before it was a tick, or for want of other sources. */
  readonly count: (reason: GateReason, source?: string) => void;
  /** How many were refused since the start, by reason: the gate's own, and others that occurred. */
  readonly refused: () => ReadonlyMap<GateReason, number>;
  /** The same by source. */
  readonly refusedBySource: () => readonly RefusalCount[];
};

export type RefusalCount = {
  readonly source: string;
  readonly reason: GateReason;
  readonly count: number;
};

/** A source's clock may run ahead of ours by this much. */
const AHEAD_MAX_MS = 5_000;
/** A source that goes on counting from a lower number for this long has begun anew. */
const RENUMBERED_AFTER_MS = 10_000;
const BPS = 10_000;

type TwoSided = { readonly bid: number; readonly ask: number };

type Memory = {
  /** Its limit is read at every tick: an announced change holds from its moment on. */
  readonly market: GateMarket;
  lastGood: Tick | null;
  /** Too far away to believe; waits for a second one. */
  held: Tick | null;
  /** A run of numbers below the last good one, rising by itself: since when, and how far. */
  low: { readonly sinceMs: number; seq: number } | null;
};

type GateMarket = { readonly code: string; readonly jumpLimitBps: number };

export function createQuoteGate(
  markets: readonly GateMarket[],
  /** What the market was last quoted at, for a source that has said nothing yet. */
  lastQuote: (code: string) => TwoSided | null = () => null,
): QuoteGate {
  const bySource = new Map<string, SourceMemory>();

  function memoryOf(source: string): SourceMemory {
    const known = bySource.get(source);
    if (known) return known;
    const fresh = emptyMemory(markets);
    bySource.set(source, fresh);
    return fresh;
  }

  function count(reason: GateReason, source = ""): void {
    const { refused } = memoryOf(source);
    refused.set(reason, (refused.get(reason) ?? 0) + 1);
  }

  return {
    judge(tick, nowMs, source = "") {
      const memory = memoryOf(source).markets.get(tick.code);
      const reason = memory ? judge(tick, memory, { nowMs, lastQuote }) : "UNKNOWN_MARKET";
      if (reason !== null) count(reason, source);
      return reason;
    },
    count,
    refused() {
      const totals = new Map<GateReason, number>(JUDGED_REASONS.map((reason) => [reason, 0]));
      for (const { refused } of bySource.values()) {
        for (const [reason, more] of refused) totals.set(reason, (totals.get(reason) ?? 0) + more);
      }
      return totals;
    },
    refusedBySource: () =>
      [...bySource].flatMap(([source, { refused }]) =>
        [...refused].map(([reason, total]) => ({ source, reason, count: total })),
      ),
  };
}

type SourceMemory = {
  readonly markets: ReadonlyMap<string, Memory>;
  readonly refused: Map<GateReason, number>;
};

function emptyMemory(markets: readonly GateMarket[]): SourceMemory {
  const empty = { lastGood: null, held: null, low: null };
  return {
    markets: new Map(markets.map((market) => [market.code, { market, ...empty }])),
    refused: new Map(JUDGED_REASONS.map((reason) => [reason, 0])),
  };
}

type Sight = { readonly nowMs: number; readonly lastQuote: (code: string) => TwoSided | null };

function judge(tick: Tick, memory: Memory, { nowMs, lastQuote }: Sight): GateReason | null {
  const reason = judgeShape(tick, nowMs) ?? judgeOrder(tick, memory, nowMs);
  return reason ?? judgeJump(tick, memory, memory.lastGood ?? lastQuote(tick.code));
}

function judgeShape({ bid, ask, atMs, sourceSeq }: Tick, nowMs: number): GateReason | null {
  if (![bid, ask, atMs, sourceSeq].every(Number.isFinite)) return "NOT_FINITE";
  if (bid <= 0 || ask <= 0) return "NOT_POSITIVE";
  if (!Number.isSafeInteger(bid) || !Number.isSafeInteger(ask)) return "NOT_WHOLE";
  if (bid > ask) return "CROSSED";
  if (atMs > nowMs + AHEAD_MAX_MS) return "FROM_THE_FUTURE";
  return null;
}

/** A held tick does not move the order on: it may be the one whose number is wrong. */
function judgeOrder(tick: Tick, memory: Memory, nowMs: number): GateReason | null {
  const { lastGood, held } = memory;
  if (tick.sourceSeq === held?.sourceSeq) return "DUPLICATE";
  if (!lastGood) return null;
  if (tick.sourceSeq === lastGood.sourceSeq) return "DUPLICATE";
  if (tick.atMs < lastGood.atMs) return "OUT_OF_ORDER";
  if (tick.sourceSeq > lastGood.sourceSeq || isRenumbered(tick, memory, nowMs)) return null;
  return "OUT_OF_ORDER";
}

/** A late tick comes alone or among good ones; a source that has begun anew sends nothing else. */
function isRenumbered({ sourceSeq }: Tick, memory: Memory, nowMs: number): boolean {
  const { low } = memory;
  if (low === null || sourceSeq <= low.seq) {
    memory.low = { sinceMs: nowMs, seq: sourceSeq };
    return false;
  }
  low.seq = sourceSeq;
  return nowMs - low.sinceMs >= RENUMBERED_AFTER_MS;
}

function judgeJump(tick: Tick, memory: Memory, last: TwoSided | null): GateReason | null {
  const { held } = memory;
  const { jumpLimitBps } = memory.market;
  const isNear = last === null || areNear(last, tick, jumpLimitBps);
  if (!isNear && !(held && confirms(held, tick, jumpLimitBps))) {
    memory.held = tick;
    return "JUMP";
  }
  memory.lastGood = tick;
  memory.held = null;
  memory.low = null;
  return null;
}

function confirms(held: Tick, tick: Tick, limitBps: number): boolean {
  const isLater = tick.sourceSeq > held.sourceSeq && tick.atMs > held.atMs;
  return isLater && areNear(held, tick, limitBps);
}

function areNear(from: TwoSided, to: TwoSided, limitBps: number): boolean {
  const was = from.bid + from.ask;
  return Math.abs(to.bid + to.ask - was) * BPS <= was * limitBps;
}
