// The pieces of the tape that a file shows, opened: which quote stands where. Invariant: only
// pieces that are in the log under the checkpoint are looked into.

import {
  type LogHead,
  openPiece,
  openRun,
  type PieceEvidence,
  type PieceRecord,
  type RunEvidence,
  type RunQuote,
  readRun,
} from "@truetick/proof";
import type { Finding } from "../finding.ts";
import { bad } from "../findings.ts";
import type { NamedQuote } from "./named-quotes.ts";

export type OpenedPiece = {
  readonly marketId: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly quotes: readonly RunQuote[];
};

/** The shard that keeps the tape: there a quote is known as soon as it has its number. */
const TAPE_SHARD = 0;
/** The others hear of it: as long as a message may take. */
export const HEARD_WITHIN_MS = 1_000;

type NamedBy = { readonly shard: number; readonly atMs: number };

type Place = Pick<OpenedPiece, "marketId" | "firstSeq" | "lastSeq">;

function faultAt({ marketId, firstSeq, lastSeq }: Place, detail: string): Finding {
  return bad("tape", `tape of market ${marketId}, quotes ${firstSeq} to ${lastSeq}`, detail);
}

export class TapeIndex {
  readonly #pieces = new Map<number, OpenedPiece[]>();
  readonly #sorted = new Set<number>();

  /** Adds a piece, or says what is wrong with it. */
  add(piece: PieceEvidence, head: LogHead | undefined): Finding | null {
    const opened = openPiece(piece, head);
    return "fault" in opened ? faultAt(piece, opened.fault) : this.#unpack(opened.record);
  }

  /** The same for pieces that follow each other. */
  addRun(run: RunEvidence, head: LogHead | undefined): Finding | null {
    const opened = openRun(run, head);
    if ("fault" in opened) return faultAt({ ...opened, marketId: run.marketId }, opened.fault);
    for (const record of opened.records) {
      const fault = this.#unpack(record);
      if (fault) return fault;
    }
    return null;
  }

  #unpack(record: PieceRecord): Finding | null {
    const { marketId, firstSeq, lastSeq, packed } = record;
    let quotes: readonly RunQuote[];
    try {
      quotes = readRun(packed);
    } catch {
      return faultAt(record, "the quotes cannot be unpacked");
    }
    if (quotes.length !== lastSeq - firstSeq + 1) {
      return faultAt(record, `it holds ${quotes.length} quotes`);
    }
    this.#sorted.delete(marketId);
    const known = this.#pieces.get(marketId);
    if (known) known.push({ marketId, firstSeq, lastSeq, quotes });
    else this.#pieces.set(marketId, [{ marketId, firstSeq, lastSeq, quotes }]);
    return null;
  }

  /** The pieces of a market in the order of their numbers. */
  piecesOf(marketId: number): readonly OpenedPiece[] {
    const pieces = this.#pieces.get(marketId) ?? [];
    if (this.#sorted.has(marketId)) return pieces;
    this.#sorted.add(marketId);
    return pieces.sort((left, right) => left.firstSeq - right.firstSeq);
  }

  get markets(): readonly number[] {
    return [...this.#pieces.keys()];
  }

  quote(marketId: number, seq: number): RunQuote | null {
    const piece = this.pieceWith(marketId, seq);
    return piece?.quotes[seq - piece.firstSeq] ?? null;
  }

  /** The piece that has this quote; null: the file does not show it. */
  pieceWith(marketId: number, seq: number): OpenedPiece | null {
    const pieces = this.piecesOf(marketId);
    let [low, high] = [0, pieces.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((pieces[middle]?.firstSeq ?? Infinity) <= seq) low = middle;
      else high = middle - 1;
    }
    const piece = pieces[low];
    return piece && piece.firstSeq <= seq && seq <= piece.lastSeq ? piece : null;
  }

  /** What is wrong with a quote that a row of this shard and moment names; null: nothing. */
  faultOf({ marketId, seq, bid, ask }: NamedQuote, by: NamedBy): Finding | null {
    const where = `tape of market ${marketId}, quote ${seq}`;
    const found = this.quote(marketId, seq);
    if (!found) return bad("tape", where, "the file does not show it");
    if (found.bid !== bid || found.ask !== ask) {
      const said = `${bid} / ${ask}`;
      return bad("tape", where, `the tape has ${found.bid} / ${found.ask}, not ${said}`);
    }
    if (found.atMs > by.atMs) return bad("tape", where, "it came later than what was filled at it");
    const next = this.quote(marketId, seq + 1);
    const heardMs = by.shard === TAPE_SHARD ? 0 : HEARD_WITHIN_MS;
    if (next && next.atMs + heardMs < by.atMs) {
      return bad("tape", where, "a newer quote had come by then");
    }
    return null;
  }
}
