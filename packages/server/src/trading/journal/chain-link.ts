// What the journal's hash chain covers of a row: shard, number, time, command and events, each
// with its length fixed or told. The view inv41 computes the same from the stored row.

import { chainHash } from "@truetick/proof";

export type JournalRecord = {
  readonly shard: number;
  readonly seq: number;
  readonly atMs: number;
  readonly command: Uint8Array;
  readonly events: Uint8Array;
};

const HEADER_BYTES = 22;
let scratch = Buffer.allocUnsafe(4_096);

export function linkOf(previous: Uint8Array, record: JournalRecord): Uint8Array {
  const { command, events } = record;
  const length = HEADER_BYTES + command.length + events.length;
  if (scratch.length < length) scratch = Buffer.allocUnsafe(2 * length);
  scratch.writeInt16BE(record.shard, 0);
  writeInt64(record.seq, 2);
  writeInt64(record.atMs, 10);
  scratch.writeInt32BE(command.length, 18);
  scratch.set(command, HEADER_BYTES);
  scratch.set(events, HEADER_BYTES + command.length);
  return chainHash(previous, scratch.subarray(0, length));
}

function writeInt64(value: number, at: number): void {
  scratch.writeInt32BE(Math.floor(value / 2 ** 32), at);
  scratch.writeUInt32BE(value % 2 ** 32, at + 4);
}
