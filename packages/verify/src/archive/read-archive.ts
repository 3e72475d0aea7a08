// Reads an archive: lines with their links, the seal at the end, and every row and piece opened.
// What is wrong on the way is said with the number of the line or the row. Used by verifying and by
// replaying, which look at the same things in two ways.

import {
  ARCHIVE_FORMAT,
  type ArchiveLine,
  type ArchiveSeal,
  CHAIN_GENESIS,
  canonicalBytes,
  chainHash,
  type FillLine,
  type LedgerEntry,
  openRow,
  type Plain,
  type RowEvidence,
  toHex,
} from "@truetick/proof";
import { type Ground, openGround } from "../evidence/ground.ts";
import { type OpenedRow, openJournalRow, placeOf } from "../evidence/opened-row.ts";
import { TapeIndex } from "../evidence/tape-index.ts";
import type { Finding } from "../finding.ts";
import { bad, good } from "../findings.ts";
import { withoutEnd } from "../one-line.ts";
import { openSealed } from "../opened-file.ts";
import type { VerifyOptions } from "../options.ts";
import { keysBefore } from "./keys-before.ts";
import { type LetGo, openLetGo } from "./let-go.ts";

type Head = Extract<ArchiveLine, { readonly line: "head" }>;

export type Archive = {
  readonly findings: readonly Finding[];
  /** Null when there is none to go on with. */
  readonly head: Head | null;
  readonly checkpointAtMs: number;
  /** Of one journal, in its order. */
  readonly rows: readonly OpenedRow[];
  readonly tape: TapeIndex;
  /** Null: nothing that it needs was let go of. */
  readonly letGo: LetGo | null;
  readonly entries: readonly LedgerEntry[];
  readonly fills: readonly FillLine[];
};

export async function readArchive(text: string, options: VerifyOptions): Promise<Archive> {
  const lines = withoutEnd(text).split("\n");
  const last = lines.pop() ?? "";
  const sealed = await openSealed<ArchiveSeal>(last, ARCHIVE_FORMAT, options);
  const findings: Finding[] = [...sealed.findings];
  const read = readLines(lines);
  findings.push(...read.findings);
  const { body: seal } = sealed;
  const head = read.lines[0]?.line === "head" ? read.lines[0] : null;
  if (seal && (seal.lines !== lines.length || seal.chain !== read.chain)) {
    const detail = `the seal is about ${seal.lines} lines that end in another link`;
    findings.push(bad("form", `archive, lines 1 to ${lines.length}`, detail));
  }
  if (!head) {
    const missing = bad("form", "archive, line 1", "it has no head");
    return { ...NOTHING, tape: new TapeIndex(), findings: [...findings, missing] };
  }
  if (seal && seal.accountId !== head.accountId) {
    findings.push(bad("form", "archive, line 1", "it is about another account than the seal"));
  }
  const ground = await openGround(head, head, options);
  const opened = openLines(read.lines, ground);
  const older = await keysBefore(seal?.keys ?? [], options.keys);
  const letGo = await openLetGoLine(
    read.lines,
    { head, ...opened },
    { ...options, keys: [...older, ...options.keys] },
  );
  return {
    findings: [...findings, ...ground.findings, ...opened.findings, ...letGo.findings],
    head,
    checkpointAtMs: ground.checkpoint?.atMs ?? 0,
    rows: opened.rows,
    tape: opened.tape,
    letGo: letGo.letGo,
    entries: opened.entries,
    fills: opened.fills,
  };
}

const NOTHING = {
  head: null,
  checkpointAtMs: 0,
  rows: [],
  letGo: null,
  entries: [],
  fills: [],
} as const;

/** Every line in its one spelling, and linked to the one before. */
function readLines(lines: readonly string[]) {
  const findings: Finding[] = [];
  const read: ArchiveLine[] = [];
  let link = CHAIN_GENESIS;
  for (const [at, text] of lines.entries()) {
    try {
      const { body, chain } = JSON.parse(text) as { body: ArchiveLine; chain: string };
      const plain = body as unknown as Plain;
      link = chainHash(link, canonicalBytes(plain));
      const spelled = new TextDecoder().decode(canonicalBytes({ body: plain, chain }));
      if (spelled !== text || chain !== toHex(link)) throw new Error("it is not linked");
      read.push(body);
    } catch {
      // What follows cannot be linked either: the first one is the one to name.
      const detail = "it is not what was linked to the line before";
      findings.push(bad("form", `archive, line ${at + 1}`, detail));
      break;
    }
  }
  return { findings, lines: read, chain: toHex(link) };
}

type Contents = {
  readonly findings: Finding[];
  readonly rows: OpenedRow[];
  readonly tape: TapeIndex;
  readonly entries: LedgerEntry[];
  readonly fills: FillLine[];
};

function openLines(lines: readonly ArchiveLine[], ground: Ground): Contents {
  const contents: Contents = {
    findings: [],
    rows: [],
    tape: new TapeIndex(),
    entries: [],
    fills: [],
  };
  const { findings, rows } = contents;
  for (const line of lines.slice(1)) {
    const fault = takeLine(contents, line, ground);
    if (fault) findings.push(fault);
  }
  if (findings.length === 0) {
    const runs = lines.filter(({ line }) => line === "run").length;
    const sum = `${rows.length} rows and ${runs} runs of the tape`;
    findings.push(good("inclusion", `${sum} are in their logs`));
  }
  return contents;
}

function takeLine(contents: Contents, line: ArchiveLine, ground: Ground): Finding | null {
  switch (line.line) {
    case "entry":
      contents.entries.push(line.entry);
      return null;
    case "fill":
      contents.fills.push(line.fill);
      return null;
    case "run":
      return contents.tape.addRun(line.run, ground.headOf("tape"));
    case "row":
      return line.row.log === "refusal"
        ? refusalFault(line.row, ground)
        : takeRow(contents.rows, line.row, ground);
    // Looked at when all of the tape is there.
    case "let-go":
      return null;
    default:
      return bad("form", "archive", "it has a line of an unknown kind");
  }
}

/** What it says was let go of: in one line, or nothing. */
async function openLetGoLine(
  lines: readonly ArchiveLine[],
  { head, rows, tape }: { readonly head: Head } & Pick<Contents, "rows" | "tape">,
  options: VerifyOptions,
): Promise<{ readonly letGo: LetGo | null; readonly findings: readonly Finding[] }> {
  const [line, another] = lines.filter((one) => one.line === "let-go");
  if (!line) return { letGo: null, findings: [] };
  if (another) {
    return { letGo: null, findings: [bad("form", "archive", "it says twice what was let go of")] };
  }
  const runs = lines.flatMap((one) => (one.line === "run" ? [one.run] : []));
  return openLetGo(line, { head, rows, tape, runs }, options);
}

function refusalFault(row: RowEvidence, ground: Ground): Finding | null {
  const opened = openRow(row, ground.headOf("refusal"));
  return "fault" in opened ? bad("inclusion", placeOf(row), opened.fault) : null;
}

function takeRow(rows: OpenedRow[], row: RowEvidence, ground: Ground): Finding | null {
  const opened = openJournalRow(row, ground.headOf(row.log));
  if ("fault" in opened) return bad("inclusion", placeOf(row), opened.fault);
  const before = rows.at(-1);
  if (before && before.shard !== opened.shard) {
    return bad("inclusion", placeOf(row), `it is of another journal than row ${before.seq}`);
  }
  if (opened.seq <= (before?.seq ?? 0)) {
    return bad("inclusion", placeOf(row), "it stands out of order");
  }
  rows.push(opened);
  return null;
}
