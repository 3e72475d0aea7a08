// What a browser found that does not hold: which log, from which row on, what it had seen and what
// the server shows now. Kept with its evidence until the reader clears the browser (H05).
// Invariant: once written down, an alarm is never taken back by anything the server says later.

import type { SignedCheckpoint } from "@truetick/proof";

export type AlarmKind =
  /** A log does not continue what was seen. */
  | "rewritten"
  /** A log has fewer rows than were seen, or is gone. */
  | "shortened"
  | "signature"
  /** Signed with a key that no known key vouches for, or a known key that was changed. */
  | "key"
  /** The platform's own verifier says so. */
  | "verdict"
  /** A stretch of the tape that does not fit its log. */
  | "piece"
  | "receipt"
  /** The server answers, but for too long has not proved that its logs go on. */
  | "withheld";

export type Alarm = {
  readonly kind: AlarmKind;
  readonly foundAtMs: number;
  readonly log: string | null;
  /** Of a row of the tape. */
  readonly market: string | null;
  /** Numbered from one; null where no row can be named. */
  readonly firstBad: number | null;
  /** That very row; otherwise it is somewhere from there on. */
  readonly isExact: boolean;
  /** The last one that this browser believed. */
  readonly seen: SignedCheckpoint | null;
  /** What the server showed when it was found. */
  readonly now: SignedCheckpoint | null;
  /** What a person who checks it needs beside: paths, answers, in the words of the program. */
  readonly detail: string;
};

/** A few tell everything; a server gone mad must not fill the browser. */
const ALARMS_MAX = 24;

function isSame(one: Alarm, other: Alarm): boolean {
  return (
    one.kind === other.kind &&
    one.log === other.log &&
    one.market === other.market &&
    one.firstBad === other.firstBad
  );
}

/** With the new ones, each once; the first stay. */
export function addAlarms(known: readonly Alarm[], found: readonly Alarm[]): readonly Alarm[] {
  const all = [...known];
  for (const alarm of found) if (!all.some((old) => isSame(old, alarm))) all.push(alarm);
  return all.length === known.length ? known : all.slice(0, ALARMS_MAX);
}

/** The one to speak of: what names a row exactly, else what names any row, else the first. */
export function headlineOf(alarms: readonly Alarm[]): Alarm | null {
  return (
    alarms.find(({ isExact, firstBad }) => isExact && firstBad !== null) ??
    alarms.find(({ firstBad }) => firstBad !== null) ??
    alarms[0] ??
    null
  );
}
