// One file, whatever it is: a receipt, many of them line by line, a stretch of the tape, a
// checkpoint, an archive. Says what was checked and what is wrong, and where.

import {
  ARCHIVE_FORMAT,
  CHECKPOINT_FORMAT,
  RECEIPT_FORMAT,
  type SignedCheckpoint,
  TAPE_FORMAT,
} from "@truetick/proof";
import { verifyArchive } from "../archive/verify-archive.ts";
import type { Finding, Verdict } from "../finding.ts";
import { bad, good, verdictOf } from "../findings.ts";
import { keysOf } from "../keys-of.ts";
import { withoutEnd } from "../one-line.ts";
import type { VerifyOptions } from "../options.ts";
import { verifyReceipt } from "../receipt/verify-receipt.ts";
import { replayArchive } from "../replay/replay-archive.ts";
import { verifyCheckpointFile } from "../verify-checkpoint-file.ts";
import { verifyTapeFile } from "../verify-tape-file.ts";
import { trustedKeys } from "./trusted-keys.ts";

export type Wishes = {
  /** The id of a key that is known from elsewhere. */
  readonly key: string | null;
  readonly remembered: SignedCheckpoint | null;
  readonly isReplaying: boolean;
};

export type Checked = Verdict & { readonly format: string };

export async function checkFile(text: string, wishes: Wishes): Promise<Checked> {
  const format = formatOf(text);
  if (format === null) {
    return { format: "unknown", ...verdictOf([bad("form", "file", "it is no file of ours")]) };
  }
  const keys = await trustedKeys(keysOf(text), wishes.key);
  const options: VerifyOptions = { keys, remembered: wishes.remembered };
  const verdict = await check(text, format, options, wishes.isReplaying);
  return { format, ...verdict };
}

/** The checkpoint of a file that somebody kept; null when it has none. */
export function checkpointIn(text: string): SignedCheckpoint | null {
  try {
    const body = JSON.parse(text.slice(0, `${text}\n`.indexOf("\n"))).body;
    const found = body?.checkpoint ?? body?.evidence?.checkpoint;
    return typeof found?.text === "string" && typeof found.signature === "string" ? found : null;
  } catch {
    return null;
  }
}

function check(
  text: string,
  format: string,
  options: VerifyOptions,
  isReplaying: boolean,
): Promise<Verdict> {
  switch (format) {
    case CHECKPOINT_FORMAT:
      return verifyCheckpointFile(text, options);
    case TAPE_FORMAT:
      return verifyTapeFile(text, options);
    case ARCHIVE_FORMAT:
      return checkArchive(text, options, isReplaying);
    default:
      return checkReceipts(text, options);
  }
}

async function checkArchive(
  text: string,
  options: VerifyOptions,
  isReplaying: boolean,
): Promise<Verdict> {
  const verdict = await verifyArchive(text, options);
  if (!isReplaying || !verdict.isGood) return verdict;
  const replayed = await replayArchive(text, options);
  return verdictOf([...verdict.findings, ...replayed.findings]);
}

/** One, or one per line: then what is wrong is said line by line, and what is right is counted. */
async function checkReceipts(text: string, options: VerifyOptions): Promise<Verdict> {
  const lines = withoutEnd(text).split("\n");
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) return verifyReceipt(only, options);
  const findings: Finding[] = [];
  for (const [at, line] of lines.entries()) {
    const verdict = await verifyReceipt(line, options);
    for (const finding of verdict.findings) {
      if (!finding.isGood) findings.push({ ...finding, where: `line ${at + 1}, ${finding.where}` });
    }
  }
  if (findings.length > 0) return verdictOf(findings);
  return verdictOf([good("inclusion", `${lines.length} receipts, each whole and proved`)]);
}

/** An archive is known by its last line, everything else by its first. */
function formatOf(text: string): string | null {
  const lines = withoutEnd(text);
  const last = lines.slice(lines.lastIndexOf("\n") + 1);
  try {
    const { format } = JSON.parse(last) as { readonly format?: unknown };
    const known = [RECEIPT_FORMAT, TAPE_FORMAT, ARCHIVE_FORMAT, CHECKPOINT_FORMAT];
    return known.find((name) => name === format) ?? null;
  } catch {
    return null;
  }
}
