// The gate every tick passes before anyone sees it (trading-rules §2, F13, F15). What is crossed,
// not positive, not a number, out of order or too far from the last good price is refused and
// counted, and nothing is ever traded on it. A far price is held: if a second, later tick agrees
// with it, it was a true gap, and the second tick passes.

import type { Tick } from "../feed/tick.ts";

export const GATE_REASONS = [
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

export type GateReason = (typeof GATE_REASONS)[number];

export type QuoteGate = {
  /** Null: it passes. Otherwise why not. */
  readonly judge: (tick: Tick, nowMs: number) => GateReason | null;
  /** How many were refused since the start, by reason. */
  readonly refused: () => ReadonlyMap<GateReason, number>;
};

/** A source's clock may run ahead of ours by this much. */
const AHEAD_MAX_MS = 5_000;
const BPS = 10_000;

type Memory = {
  readonly jumpLimitBps: number;
  lastGood: Tick | null;
  /** Too far away to believe; waits for a second one. */
  held: Tick | null;
};

export function createQuoteGate(
  markets: readonly { readonly code: string; readonly jumpLimitBps: number }[],
): QuoteGate {
  const memories = new Map<string, Memory>(
    markets.map(({ code, jumpLimitBps }) => [code, { jumpLimitBps, lastGood: null, held: null }]),
  );
  const refused = new Map<GateReason, number>(GATE_REASONS.map((reason) => [reason, 0]));
  return {
    judge(tick, nowMs) {
      const memory = memories.get(tick.code);
      const reason = memory
        ? (judgeShape(tick, nowMs) ?? judgeOrder(tick, memory) ?? judgeJump(tick, memory))
        : "UNKNOWN_MARKET";
      if (reason !== null) refused.set(reason, (refused.get(reason) ?? 0) + 1);
      return reason;
    },
    refused: () => refused,
  };
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
function judgeOrder(tick: Tick, { lastGood, held }: Memory): GateReason | null {
  if (tick.sourceSeq === held?.sourceSeq) return "DUPLICATE";
  if (!lastGood) return null;
  if (tick.sourceSeq === lastGood.sourceSeq) return "DUPLICATE";
  if (tick.sourceSeq < lastGood.sourceSeq || tick.atMs < lastGood.atMs) return "OUT_OF_ORDER";
  return null;
}

function judgeJump(tick: Tick, memory: Memory): GateReason | null {
  const { lastGood, held, jumpLimitBps } = memory;
  const isNear = lastGood === null || areNear(lastGood, tick, jumpLimitBps);
  if (!isNear && !(held && confirms(held, tick, jumpLimitBps))) {
    memory.held = tick;
    return "JUMP";
  }
  memory.lastGood = tick;
  memory.held = null;
  return null;
}

function confirms(held: Tick, tick: Tick, limitBps: number): boolean {
  const isLater = tick.sourceSeq > held.sourceSeq && tick.atMs > held.atMs;
  return isLater && areNear(held, tick, limitBps);
}

function areNear(from: Tick, to: Tick, limitBps: number): boolean {
  const was = from.bid + from.ask;
  return Math.abs(to.bid + to.ask - was) * BPS <= was * limitBps;
}
