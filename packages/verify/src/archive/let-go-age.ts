// How old what an archive let go of can be. Its checkpoint is dated by the house, which can sign an
// old date today; so the date is held against what the reader knows besides: other checkpoints, and
// the quotes that the file shows. Asked by let-go.ts. Who knows nothing else has the house's word.

import {
  type Checkpoint,
  checkpointText,
  type GoneEnd,
  type RunEvidence,
  readCheckpoint,
  type SignedCheckpoint,
} from "@truetick/proof";
import { HEARD_WITHIN_MS, type OpenedPiece, type TapeIndex } from "../evidence/tape-index.ts";
import type { Finding } from "../finding.ts";
import { bad } from "../findings.ts";

/** What the database itself refuses to let go of, whatever a house has set. */
const KEPT_MS = 2 * 86_400_000;

type Dated = {
  /** The checkpoint that had all of what is gone, and the one that the file is proved under. */
  readonly before: Checkpoint;
  readonly now: Checkpoint;
  /** Others that the reader remembers or the file names. */
  readonly known: readonly (SignedCheckpoint | null | undefined)[];
  readonly ends: readonly GoneEnd[];
  readonly runs: readonly RunEvidence[];
  readonly tape: TapeIndex;
};

export function ageFindings({ before, now, known, ends, runs, tape }: Dated): readonly Finding[] {
  const where = `checkpoint ${before.number}`;
  const findings: Finding[] = [];
  const youngestMs = Math.max(before.atMs, ...ends.map(({ atMs }) => atMs));
  // Also what is no time at all.
  if (!(youngestMs <= now.atMs - KEPT_MS)) {
    findings.push(bad("tape", where, "what is younger than two days is not let go of"));
  }
  for (const signed of known) {
    const other = signed ? readCheckpoint(signed.text) : null;
    if (!other || isOneStory(before, other)) continue;
    const name = `checkpoint ${other.number} that is known`;
    findings.push(bad("tape", where, `it does not fit ${name}: the house told two stories`));
  }
  const size = sizeOf(before, "tape");
  const youngest = before.atMs + HEARD_WITHIN_MS;
  if (ends.some(({ atMs }) => atMs > youngest)) {
    findings.push(bad("tape", where, "it is older than what it is said to have"));
  }
  const late = runs
    .filter(({ index }) => index < size)
    .flatMap(({ marketId, pieces }) =>
      pieces.flatMap(({ firstSeq }) => tape.pieceWith(marketId, firstSeq) ?? []),
    )
    .find((piece) => lastMsOf(piece) > youngest);
  if (late) {
    const place = `tape of market ${late.marketId}, quotes ${late.firstSeq} to ${late.lastSeq}`;
    findings.push(bad("tape", place, `${where} has it and is older than it`));
  }
  return findings;
}

/** Numbers, times and logs grow together; one number is signed once. */
function isOneStory(one: Checkpoint, another: Checkpoint): boolean {
  if (one.number === another.number) return checkpointText(one) === checkpointText(another);
  const [old, young] = one.number < another.number ? [one, another] : [another, one];
  if (old.atMs > young.atMs) return false;
  const logs = [...old.logs, ...young.logs].map(({ log }) => log);
  return logs.every((log) => {
    const [from, to] = [sizeOf(old, log), sizeOf(young, log)];
    return from === to ? rootOf(old, log) === rootOf(young, log) : from < to;
  });
}

function sizeOf({ logs }: Checkpoint, name: string): number {
  return logs.find(({ log }) => log === name)?.size ?? 0;
}

/** Of a log without rows there is nothing to compare. */
function rootOf({ logs }: Checkpoint, name: string): string | null {
  const head = logs.find(({ log }) => log === name);
  return head && head.size > 0 ? head.root : null;
}

function lastMsOf({ quotes }: OpenedPiece): number {
  return quotes.reduce((latest, { atMs }) => Math.max(latest, atMs), 0);
}
