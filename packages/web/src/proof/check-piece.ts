// A stretch of a market's tape, held against a checkpoint that this browser remembers: the quotes
// that the server shows today must be those whose hash stood in the log then.

import {
  type ProvedPieceWire,
  requestInclusion,
  requestProvedTape,
} from "@truetick/contract/proof";
import { openPiece, readRun } from "@truetick/proof";
import type { Reader } from "../api/server.ts";
import type { Alarm } from "./alarm.ts";
import { bodyOf, type Remembered } from "./witness-memory.ts";

const TAPE = "tape";

export type PieceSample = {
  readonly server: Reader;
  readonly marketId: string;
  readonly marketCode: string;
  /** The number of a quote. */
  readonly seq: number;
  readonly remembered: Remembered;
  readonly nowMs: number;
};

/** What does not hold; null when it does, or when nothing could be asked. */
export async function checkPiece(sample: PieceSample): Promise<Alarm | null> {
  const { server, marketId, seq, remembered } = sample;
  const head = bodyOf(remembered).logs.find(({ log }) => log === TAPE);
  const tape = await server.read(requestProvedTape({ marketId, from: seq, to: seq }));
  const piece = tape.isOk ? tape.value.pieces[0] : undefined;
  // Let go of, or younger than what is remembered: there is nothing to hold it against.
  if (!head || !piece || piece.leaf_index >= head.size) return null;
  const place = { log: TAPE, index: piece.leaf_index, size: head.size } as const;
  const inclusion = await server.read(requestInclusion(place));
  if (!inclusion.isOk) return null;
  const fault = faultOf(piece, head, inclusion.value.path);
  return fault === null ? null : alarmOf(sample, piece, fault);
}

function faultOf(
  piece: ProvedPieceWire,
  head: { readonly log: string; readonly size: number; readonly root: string },
  path: readonly string[],
): string | null {
  const opened = openPiece(
    {
      marketId: piece.market,
      firstSeq: piece.first_seq,
      lastSeq: piece.last_seq,
      prevHash: piece.prev_hash,
      packed: piece.packed,
      index: piece.leaf_index,
      path,
    },
    head,
  );
  if ("fault" in opened) return opened.fault;
  const { packed, firstSeq, lastSeq } = opened.record;
  const isWhole = readRun(packed).length === lastSeq - firstSeq + 1;
  return isWhole ? null : "the piece has another number of quotes than it says";
}

function alarmOf(
  { marketCode, remembered, nowMs }: PieceSample,
  piece: ProvedPieceWire,
  fault: string,
): Alarm {
  return {
    kind: "piece",
    foundAtMs: nowMs,
    log: TAPE,
    market: marketCode,
    firstBad: piece.first_seq,
    // Which of its quotes was changed, only the one who did it knows.
    isExact: false,
    seen: { text: remembered.text, signature: remembered.signature },
    now: null,
    detail: `${fault}: ${JSON.stringify(piece)}`,
  };
}
