// What an archive says of the tape that it cannot show any more, because its days were let go of:
// where the tape of each market goes on, and a checkpoint by which all that went before was on it.
// Read with the archive; the replay begins after it. Invariant: nobody is believed that a quote is
// gone, unless a signature of at least two days ago covers it; a younger one must be shown.

import {
  fromHex,
  type GoneEnd,
  hashesOf,
  isIncluded,
  type LetGoLine,
  type LogHead,
  pieceLeaf,
  type RunEvidence,
  readCheckpoint,
  type SignedCheckpoint,
} from "@truetick/proof";
import { verifyCheckpointExtension } from "../checkpoint-extension.ts";
import type { TapeIndex } from "../evidence/tape-index.ts";
import type { Finding } from "../finding.ts";
import { bad, good } from "../findings.ts";
import type { VerifyOptions } from "../options.ts";

export type LetGo = {
  /** Up to here the tape may have holes. */
  readonly untilMs: number;
  readonly ends: readonly GoneEnd[];
};

/** What the database itself refuses to let go of, whatever a house has set. */
const KEPT_MS = 2 * 86_400_000;

type Shown = {
  readonly checkpoint: SignedCheckpoint;
  readonly tape: TapeIndex;
  readonly runs: readonly RunEvidence[];
};

export async function openLetGo(
  { extension, ends }: LetGoLine,
  { checkpoint, tape, runs }: Shown,
  { keys }: VerifyOptions,
): Promise<{ readonly letGo: LetGo; readonly findings: readonly Finding[] }> {
  const { from: earlier, paths } = extension;
  const extended = await verifyCheckpointExtension({ earlier, later: checkpoint, paths }, keys);
  const findings = extended.findings.filter(({ isGood }) => !isGood);
  const [before, now] = [readCheckpoint(earlier.text), readCheckpoint(checkpoint.text)];
  const untilMs = Math.max(before?.atMs ?? 0, ...ends.map(({ atMs }) => atMs));
  const letGo = { untilMs, ends };
  if (!before || !now) return { letGo, findings };
  const where = `checkpoint ${before.number}`;
  // Also what is no time at all.
  if (!(untilMs <= now.atMs - KEPT_MS)) {
    findings.push(bad("tape", where, "what is younger than two days is not let go of"));
  }
  const head = before.logs.find(({ log }) => log === "tape");
  for (const end of ends) {
    const isThere = head !== undefined && isEndIn(head, end);
    const fault = isThere ? endFault(end, tape, runs) : `${where} does not have their last piece`;
    if (fault) findings.push(bad("tape", endPlace(end), fault));
  }
  if (findings.length > 0) return { letGo, findings };
  const told = `${where} of ${new Date(untilMs).toISOString()}`;
  const detail = `up to ${told} the tape was let go of, but for what was filled at`;
  return { letGo, findings: [good("tape", detail)] };
}

function endPlace({ marketId, seq }: GoneEnd): string {
  return `tape of market ${marketId}, up to quote ${seq}`;
}

function isEndIn({ size, root: top }: LogHead, end: GoneEnd): boolean {
  const { seq, bid, ask, hash, index } = end;
  const [leaf, root, path] = [fromHex(hash), fromHex(top), hashesOf(end.path)];
  if (!leaf || !root || !path || ![seq, bid, ask].every(Number.isSafeInteger)) return false;
  return isIncluded({ leaf: pieceLeaf(leaf), index, size, path, root });
}

/** What the file shows of the tape before and after must fit the end that it tells. */
function endFault(
  { marketId, seq, atMs, bid, ask, hash }: GoneEnd,
  tape: TapeIndex,
  runs: readonly RunEvidence[],
): string | null {
  const next = runs
    .filter((run) => run.marketId === marketId)
    .flatMap(({ pieces }) => pieces)
    .find(({ firstSeq }) => firstSeq === seq + 1);
  if (next && next.prevHash !== hash) return "what comes after them is not linked to them";
  const kept = tape.quote(marketId, seq);
  const isSame = kept?.bid === bid && kept.ask === ask && kept.atMs === atMs;
  return kept && !isSame ? "their last one stands on the tape otherwise" : null;
}
