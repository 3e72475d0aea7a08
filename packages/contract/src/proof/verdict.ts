// What the verifier found when it last held the whole record against itself: public, whatever it
// is. Browser-safe; `verdict.calls.ts` declares the calls.

import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";

/** How a record is bad. */
export const FAULT_KINDS = [
  "missing",
  "added",
  "changed",
  "chain",
  "leaf",
  "root",
  "signature",
  "invariant",
  "unreadable",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export type VerdictFault = {
  /** "journal/0", "tape", "ledger", "fill", "order", "audit", … */
  readonly log: string;
  /** Of a log that is numbered market by market; null for the others. */
  readonly market: string | null;
  /** The first bad number. */
  readonly seq: number;
  readonly what: FaultKind;
  /** In English, for whoever looks after it; empty to the public where it tells of a person. */
  readonly detail: string;
};

export type Verdict = {
  /** Unix seconds; null: nothing was verified so far. */
  readonly finishedAt: number | null;
  readonly startedAt: number | null;
  /** Nothing was found. Also true before the first time. */
  readonly isWhole: boolean;
  readonly firstBad: VerdictFault | null;
  /** The first bad record of every log that has one. */
  readonly allBad: readonly VerdictFault[];
  /** How many rows of what were looked at. */
  readonly checked: Readonly<Record<string, number>>;
  /** The newest checkpoint that was read; 0: there was none. */
  readonly checkpoint: number;
  readonly isRunning: boolean;
};

type FaultWire = {
  log: string;
  market: string;
  seq: number;
  what: FaultKind;
  detail: string;
};

export type VerdictWire = {
  finished_at: number;
  started_at: number;
  is_whole: 0 | 1;
  first_bad: FaultWire | null;
  all_bad: FaultWire[];
  checked: Record<string, number>;
  checkpoint: number;
  running: 0 | 1;
};

export function verdictToWire(verdict: Verdict): VerdictWire {
  return {
    finished_at: verdict.finishedAt ?? 0,
    started_at: verdict.startedAt ?? 0,
    is_whole: verdict.isWhole ? 1 : 0,
    first_bad: verdict.firstBad && faultToWire(verdict.firstBad),
    all_bad: verdict.allBad.map(faultToWire),
    checked: { ...verdict.checked },
    checkpoint: verdict.checkpoint,
    running: verdict.isRunning ? 1 : 0,
  };
}

function faultToWire({ log, market, seq, what, detail }: VerdictFault): FaultWire {
  return { log, market: market ?? "", seq, what, detail };
}

function faultFromWire({ log, market, seq, what, detail }: FaultWire): VerdictFault {
  return { log, market: market === "" ? null : market, seq, what, detail };
}

function verdictFromWire(wire: VerdictWire): Verdict {
  return {
    finishedAt: wire.finished_at || null,
    startedAt: wire.started_at || null,
    isWhole: wire.is_whole === 1,
    firstBad: wire.first_bad && faultFromWire(wire.first_bad),
    allBad: wire.all_bad.map(faultFromWire),
    checked: wire.checked,
    checkpoint: wire.checkpoint,
    isRunning: wire.running === 1,
  };
}

export function requestVerdict(): ReadRequest<Verdict> {
  return {
    path: "/v1/api/proof/verdict",
    query: {},
    read: (wire) => verdictFromWire(wire as VerdictWire),
  };
}

/** Of the desk: with every detail. */
export function requestDeskVerdict(): ReadRequest<Verdict> {
  return { ...requestVerdict(), path: "/v1/api/desk/proof/verdict" };
}

/** Of the desk: begins at once, unless it is under way. */
export function requestVerification(): WriteRequest<Verdict> {
  return {
    path: "/v1/api/desk/proof/verify",
    fields: {},
    read: (wire) => verdictFromWire(wire as VerdictWire),
  };
}
