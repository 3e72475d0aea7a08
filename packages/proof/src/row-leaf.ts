// What a log commits to of a private row (of the journal, a refusal, a line of the audit log): its
// place and time in the open, and each of its parts behind a salt of its own. Whoever is shown a
// part and its salt can check it; of the other parts nobody learns anything, not even by guessing.
// A row that concerns one account alone is shown whole or not at all: one salt, one hash.

import { sha256 } from "#digest";
import { joinBytes, labelOf } from "./bytes.ts";
import { HASH_BYTES, leafHash } from "./merkle.ts";

export const SALT_BYTES = 16;
const PART = labelOf("truetick.part.v1");
const ROW = labelOf("truetick.row.v1");
const WHOLE = labelOf("truetick.whole-row.v1");
const SALT = labelOf("truetick.salt.v1");

/** Where a row stands: shard 0 in logs that have none. */
export type RowPlace = { readonly shard: number; readonly seq: number; readonly atMs: number };

const HEADER_BYTES = 18;
const TWO_TO_32 = 2 ** 32;

export function rowHeader(place: RowPlace): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES);
  writeHeader(new DataView(header.buffer), 0, place);
  return header;
}

function writeHeader(view: DataView, at: number, { shard, seq, atMs }: RowPlace): void {
  view.setInt16(at, shard);
  writeInt64(view, at + 2, seq);
  writeInt64(view, at + 10, atMs);
}

/** By halves: a bigint on the way would cost more than the hash. */
function writeInt64(view: DataView, at: number, value: number): void {
  if (!Number.isSafeInteger(value)) throw new Error(`Invariant: ${value} is a safe integer`);
  view.setInt32(at, Math.floor(value / TWO_TO_32));
  view.setInt32(at + 4, value);
}

type SaltInput = { readonly bytes: Uint8Array; readonly view: DataView; readonly at: number };

/** What is hashed for every salt of a log, but for its end; by key, since there are few of both. */
const saltInputs = new WeakMap<Uint8Array, Map<string, SaltInput>>();

function saltInputOf(saltKey: Uint8Array, log: string): SaltInput {
  const known = saltInputs.get(saltKey) ?? new Map<string, SaltInput>();
  saltInputs.set(saltKey, known);
  const kept = known.get(log);
  if (kept) return kept;
  const head = joinBytes(SALT, saltKey, labelOf(log));
  const bytes = joinBytes(head, new Uint8Array(HEADER_BYTES + 4));
  const input = { bytes, view: new DataView(bytes.buffer), at: head.length };
  known.set(log, input);
  return input;
}

/** Only whoever has the key can make it; showing one tells nothing about another. */
export function saltOf(saltKey: Uint8Array, log: string, place: RowPlace, part: number) {
  const pair = saltPair(saltInputOf(saltKey, log), place, Math.floor(part / 2));
  return part % 2 === 0 ? pair.subarray(0, SALT_BYTES) : pair.subarray(SALT_BYTES);
}

/** Those of a row's first parts: one hash makes two. */
export function saltsOf(saltKey: Uint8Array, log: string, place: RowPlace, count: number) {
  const input = saltInputOf(saltKey, log);
  const salts: Uint8Array[] = [];
  for (let pair = 0; 2 * pair < count; pair += 1) {
    const both = saltPair(input, place, pair);
    salts.push(both.subarray(0, SALT_BYTES), both.subarray(SALT_BYTES));
  }
  salts.length = count;
  return salts;
}

function saltPair({ bytes, view, at }: SaltInput, place: RowPlace, pair: number): Uint8Array {
  writeHeader(view, at, place);
  view.setUint32(at + HEADER_BYTES, pair);
  return sha256(bytes);
}

let scratch = new Uint8Array(1_024);

export function partCommitment(salt: Uint8Array, part: Uint8Array): Uint8Array {
  if (salt.length !== SALT_BYTES) throw new Error("Invariant: a salt has 16 bytes");
  const end = PART.length + SALT_BYTES + part.length;
  if (scratch.length < end) scratch = new Uint8Array(2 * end);
  scratch.set(PART);
  scratch.set(salt, PART.length);
  scratch.set(part, PART.length + SALT_BYTES);
  return sha256(scratch.subarray(0, end));
}

/** The leaf's hash. Header and number of commitments have fixed lengths: nothing can be moved. */
export function rowLeaf(place: RowPlace, commitments: readonly Uint8Array[]): Uint8Array {
  const leaf = new Uint8Array(ROW.length + HEADER_BYTES + HASH_BYTES * commitments.length);
  leaf.set(ROW);
  writeHeader(new DataView(leaf.buffer), ROW.length, place);
  let at = ROW.length + HEADER_BYTES;
  for (const commitment of commitments) {
    if (commitment.length !== HASH_BYTES) throw new Error("Invariant: a commitment is a hash");
    leaf.set(commitment, at);
    at += HASH_BYTES;
  }
  return leafHash(leaf);
}

/** What a row that is never shown in part consists of. */
export type WholeRow = { readonly command: Uint8Array; readonly events: Uint8Array };

/** The salts of two rows that follow each other are made by one hash. */
export function wholeSalt(saltKey: Uint8Array, log: string, { shard, seq }: RowPlace): Uint8Array {
  const input = saltInputOf(saltKey, log);
  if (input !== pairOf || seq - (seq % 2) !== pairSeq || shard !== pairShard) {
    // No moment of a row is negative, so that no salt of a part is hashed from the same.
    pair = saltPair(input, { shard, seq: seq - (seq % 2), atMs: -1 }, 0);
    [pairOf, pairSeq, pairShard] = [input, seq - (seq % 2), shard];
  }
  return seq % 2 === 0 ? pair.subarray(0, SALT_BYTES) : pair.subarray(SALT_BYTES);
}

let pair: Uint8Array = new Uint8Array(HASH_BYTES);
let pairOf: SaltInput | null = null;
let pairSeq = 0;
let pairShard = 0;

/** The leaf's hash. Label, header, salt and the command's length have fixed lengths. */
export function wholeLeaf(place: RowPlace, salt: Uint8Array, row: WholeRow): Uint8Array {
  if (salt.length !== SALT_BYTES) throw new Error("Invariant: a salt has 16 bytes");
  const { command, events } = row;
  const saltAt = WHOLE.length + HEADER_BYTES;
  const commandAt = saltAt + SALT_BYTES + 4;
  const end = commandAt + command.length + events.length;
  if (leafScratch.length < end) setLeafScratch(2 * end);
  writeHeader(leafView, WHOLE.length, place);
  leafScratch.set(salt, saltAt);
  leafView.setUint32(commandAt - 4, command.length);
  leafScratch.set(command, commandAt);
  leafScratch.set(events, commandAt + command.length);
  return leafHash(leafScratch.subarray(0, end));
}

let leafScratch = new Uint8Array(0);
let leafView = new DataView(leafScratch.buffer);

function setLeafScratch(size: number): void {
  leafScratch = new Uint8Array(size);
  leafScratch.set(WHOLE);
  leafView = new DataView(leafScratch.buffer);
}
