// What the logs commit to of a private row: its parts, each with its salt and commitment, and the
// leaf over them. Made by the keeper for every row, and again, the same, for a receipt that shows
// some of the parts. Invariant: a row has one leaf, whoever computes it and whenever.

import { accountOfCommand, splitEvents } from "@truetick/engine";
import {
  type Canonical,
  canonicalBytes,
  partCommitment,
  type RowPlace,
  rowLeaf,
  saltsOf,
  type WholeRow,
  wholeLeaf,
  wholeSalt,
} from "@truetick/proof";
import { journalLog, type LogName } from "./log-table.ts";

export type SaltedPart = {
  readonly bytes: Uint8Array;
  readonly salt: Uint8Array;
  readonly commitment: Uint8Array;
};

export type SaltedRow = {
  readonly log: LogName;
  readonly index: number;
  readonly place: RowPlace;
  /** None: it is never shown in part. */
  readonly parts: readonly SaltedPart[];
  /** How it is shown where it is shown whole; null: in part. */
  readonly whole: { readonly salt: Uint8Array; readonly row: WholeRow } | null;
  /** The leaf's hash. */
  readonly leaf: Uint8Array;
};

export type JournalRow = {
  readonly shard: number;
  readonly seq: number;
  readonly atMs: number;
  readonly command: Uint8Array;
  readonly events: Uint8Array;
};

export type RefusalRow = {
  /** Where it stands in its log: `number` has gaps. */
  readonly leafIndex: number;
  readonly shard: number;
  readonly atMs: number;
  readonly command: Uint8Array;
  /** As the database has parsed it. */
  readonly refusal: unknown;
};

export type AuditLine = {
  readonly seq: number;
  /** Canonical JSON of the whole line. */
  readonly body: string;
};

/** Part 0 is the command, part i event i by itself. */
function journalParts({ command, events }: JournalRow): Uint8Array[] {
  return [command, ...splitEvents(events).map(({ bytes }) => bytes)];
}

/** Part 0 is the command, part 1 the refusal. */
function refusalParts({ command, refusal }: RefusalRow): Uint8Array[] {
  // Written by refusalToText: text, integers and what is made of them.
  return [command, canonicalBytes(refusal as Canonical)];
}

/** Part 0 is what was done to what and when, part 1 by whom, part 2 the details. */
function auditParts({ body }: AuditLine): Uint8Array[] {
  const { actor, detail, ...rest } = JSON.parse(body) as { [name: string]: Canonical };
  return [rest, actor ?? null, detail ?? null].map(canonicalBytes);
}

const NOTHING = new Uint8Array(0);

type Sown = {
  readonly log: LogName;
  readonly index: number;
  readonly place: RowPlace;
  readonly bytes: readonly Uint8Array[];
};

function saltRow(saltKey: Uint8Array, { log, index, place, bytes }: Sown): SaltedRow {
  const salts = saltsOf(saltKey, log, place, bytes.length);
  const parts = salts.map((salt, number) => {
    const part = bytes[number] ?? NOTHING;
    return { bytes: part, salt, commitment: partCommitment(salt, part) };
  });
  const commitments = parts.map(({ commitment }) => commitment);
  return { log, index, place, parts, whole: null, leaf: rowLeaf(place, commitments) };
}

/** A command about one account makes a row about nobody else: it is committed to whole. */
export function saltJournalRow(saltKey: Uint8Array, row: JournalRow): SaltedRow {
  const { shard, seq, atMs, command } = row;
  const place = { shard, seq, atMs };
  const log = journalLog(shard);
  if (accountOfCommand(command) !== null) {
    const salt = wholeSalt(saltKey, log, place);
    const leaf = wholeLeaf(place, salt, row);
    return { log, index: seq - 1, place, parts: [], whole: { salt, row }, leaf };
  }
  return saltRow(saltKey, { log, index: seq - 1, place, bytes: journalParts(row) });
}

export function saltRefusal(saltKey: Uint8Array, row: RefusalRow): SaltedRow {
  const { shard, leafIndex: index, atMs } = row;
  const place = { shard, seq: index + 1, atMs };
  return saltRow(saltKey, { log: "refusal", index, place, bytes: refusalParts(row) });
}

export function saltAuditLine(saltKey: Uint8Array, line: AuditLine): SaltedRow {
  const { at } = JSON.parse(line.body) as { readonly at: number };
  const place = { shard: 0, seq: line.seq, atMs: at };
  const bytes = auditParts(line);
  return saltRow(saltKey, { log: "audit", index: line.seq - 1, place, bytes });
}
