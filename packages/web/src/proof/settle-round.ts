// What becomes of a look: checkpoints and keys are remembered, alarms are written down, and a
// server that only ever answers without proving anything becomes one. Pure.

import { type Alarm, addAlarms } from "./alarm.ts";
import type { Round } from "./check-round.ts";
import { lastSeen, remember, type WitnessMemory } from "./witness-memory.ts";

/** An update of the server, or a slow night of it, is over by then. */
const WITHHELD_AFTER_MS = 15 * 60_000;

function withheldSince(sinceMs: number, nowMs: number, round: Round, memory: WitnessMemory): Alarm {
  const last = lastSeen(memory);
  return {
    kind: "withheld",
    foundAtMs: nowMs,
    log: null,
    market: null,
    firstBad: null,
    isExact: false,
    seen: last && { text: last.text, signature: last.signature },
    now: null,
    detail: `since ${new Date(sinceMs).toISOString()}: ${round.said}`,
  };
}

export function settleRound(memory: WitnessMemory, round: Round, nowMs: number): WitnessMemory {
  const { outcome, keys, fresh, alarms } = round;
  if (outcome === "unreachable") return memory;
  // Who has seen nothing yet cannot be owed a proof.
  const isOwed = outcome === "unproved" && lastSeen(memory) !== null;
  const sinceMs = isOwed ? (memory.unprovedSinceMs ?? nowMs) : null;
  const isWithheld = sinceMs !== null && nowMs - sinceMs >= WITHHELD_AFTER_MS;
  const found = isWithheld ? [...alarms, withheldSince(sinceMs, nowMs, round, memory)] : alarms;
  const settled: WitnessMemory = {
    ...memory,
    // Another window may have learnt more of them.
    keys: keys.length >= memory.keys.length ? keys : memory.keys,
    unprovedSinceMs: sinceMs,
    checkedAtMs: outcome === "good" ? nowMs : memory.checkedAtMs,
    alarms: addAlarms(memory.alarms, found),
  };
  return fresh ? remember(settled, fresh) : settled;
}
