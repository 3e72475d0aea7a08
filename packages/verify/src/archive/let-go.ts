// What an archive says of the tape that it cannot show any more, because its days were let go of:
// where the tape of each market goes on, and a checkpoint by which all that went before was on it.
// Read with the archive; the replay begins after it. Invariant: nobody is believed that a quote is
// gone, unless a checkpoint that the house dated two days back covers it; a younger one must be
// shown. Whether that date can be true: let-go-age.ts.

import {
  type Checkpoint,
  type CheckpointExtension,
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
import { concerns, type OpenedRow } from "../evidence/opened-row.ts";
import { HEARD_WITHIN_MS, type TapeIndex } from "../evidence/tape-index.ts";
import type { Finding } from "../finding.ts";
import { bad, good } from "../findings.ts";
import type { VerifyOptions } from "../options.ts";
import { ageFindings } from "./let-go-age.ts";

export type LetGo = {
  /** Up to here the tape may have holes. */
  readonly untilMs: number;
  readonly ends: readonly GoneEnd[];
};

type Shown = {
  readonly head: {
    readonly accountId: number;
    readonly checkpoint: SignedCheckpoint;
    readonly extension: CheckpointExtension | null;
  };
  readonly rows: readonly OpenedRow[];
  readonly tape: TapeIndex;
  readonly runs: readonly RunEvidence[];
};

export async function openLetGo(
  { extension, ends }: LetGoLine,
  { head: { accountId, checkpoint, extension: since }, rows, tape, runs }: Shown,
  { keys, remembered }: VerifyOptions,
): Promise<{ readonly letGo: LetGo; readonly findings: readonly Finding[] }> {
  const { from: earlier, paths } = extension;
  const extended = await verifyCheckpointExtension({ earlier, later: checkpoint, paths }, keys);
  const findings = extended.findings.filter(({ isGood }) => !isGood);
  const letGo = { untilMs: untilMsOf(ends), ends };
  const [before, now] = [readCheckpoint(earlier.text), readCheckpoint(checkpoint.text)];
  if (!before || !now) return { letGo, findings };
  const known = [remembered, since?.from];
  findings.push(...ageFindings({ before, now, known, ends, runs, tape }));
  const where = `checkpoint ${before.number}`;
  if (ends.length === 0) findings.push(bad("tape", where, "it says where nothing goes on"));
  const head = tapeHead(before);
  const ordersSinceMs = firstOrderMs(rows, accountId) ?? now.atMs;
  for (const end of ends) {
    const isThere = head !== undefined && isEndIn(head, end);
    const fault = isThere
      ? endFault(end, { tape, runs, ordersSinceMs })
      : `${where} does not have their last piece`;
    if (fault) findings.push(bad("tape", endPlace(end), fault));
  }
  if (findings.length > 0) return { letGo, findings };
  return { letGo, findings: [good("tape", toldOf(letGo, before))] };
}

/**
 * The last quote that is gone ends it: from there on the tape is shown. A shard that hears of
 * quotes later may have acted on gone ones for a moment more.
 */
export function untilMsOf(ends: readonly GoneEnd[]): number {
  return Math.max(0, ...ends.map(({ atMs }) => atMs)) + HEARD_WITHIN_MS;
}

function tapeHead({ logs }: Checkpoint): LogHead | undefined {
  return logs.find(({ log }) => log === "tape");
}

/** Whose word it is, too: a house can date a checkpoint back, but not one that others have seen. */
function toldOf({ ends }: LetGo, before: Checkpoint): string {
  const { number, atMs } = before;
  const until = timeOf(Math.max(...ends.map((end) => end.atMs)));
  const head = tapeHead(before);
  const name = `checkpoint ${number} of ${timeOf(atMs)}, tape of ${head?.size} pieces`;
  const word = `how old it is, is the house's word in ${name} with root ${head?.root}`;
  const gone = `up to ${until} the tape was let go of, but for what was filled at`;
  const price = "the price of a last quote there is not proved unless its piece is shown";
  return `${gone}; ${price}; ${word}: compare it with a witness`;
}

function timeOf(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** When the account placed the first order that the file shows; null: it shows none. */
function firstOrderMs(rows: readonly OpenedRow[], accountId: number): number | null {
  for (const { atMs, events } of rows) {
    for (const event of events.values()) {
      if ("orderId" in event && concerns(event, accountId)) return atMs;
    }
  }
  return null;
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

type Around = Pick<Shown, "tape" | "runs"> & { readonly ordersSinceMs: number };

/** What the file shows of the tape before and after must fit the end that it tells. */
function endFault(end: GoneEnd, { tape, runs, ordersSinceMs }: Around): string | null {
  const { marketId, seq, atMs, bid, ask, hash } = end;
  const next = runs
    .filter((run) => run.marketId === marketId)
    .flatMap(({ pieces }) => pieces)
    .find(({ firstSeq }) => firstSeq === seq + 1);
  if (next && next.prevHash !== hash) return "what comes after them is not linked to them";
  const kept = tape.quote(marketId, seq);
  const isSame = kept?.bid === bid && kept.ask === ask && kept.atMs === atMs;
  if (kept && !isSame) return "their last one stands on the tape otherwise";
  const pieces = tape.piecesOf(marketId);
  const last = pieces.findLast((piece) => piece.lastSeq <= seq)?.quotes.at(-1);
  const first = pieces.find((piece) => piece.firstSeq > seq)?.quotes[0];
  if ((last && last.atMs > atMs) || (first && first.atMs < atMs)) {
    return "what stands beside it on the tape came at another time";
  }
  if (!isAllShown(end, tape, ordersSinceMs)) return null;
  return "the file shows all that it needs before: nothing was let go of";
}

/**
 * Whether the tape is shown without a hole from where the account could first need it: from its
 * beginning, or from a piece that had begun before the account's first order.
 */
function isAllShown({ marketId, seq }: GoneEnd, tape: TapeIndex, ordersSinceMs: number): boolean {
  let first = tape.pieceWith(marketId, seq) ?? tape.pieceWith(marketId, seq + 1);
  while (first) {
    const before = tape.pieceWith(marketId, first.firstSeq - 1);
    if (!before) break;
    first = before;
  }
  if (!first) return false;
  const beganMs = first.quotes[0]?.atMs ?? ordersSinceMs;
  return first.firstSeq === 1 || beganMs < ordersSinceMs - HEARD_WITHIN_MS;
}
