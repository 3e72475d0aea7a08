// The pieces of the tape that a file shows, opened: which quote stands where. Invariant: only
// pieces that are in the log under the checkpoint are looked into.

import {
  type LogHead,
  openPiece,
  type PieceEvidence,
  type RunQuote,
  readRun,
} from "@truetick/proof";
import type { Finding } from "../finding.ts";
import { bad } from "../findings.ts";
import type { NamedQuote } from "./named-quotes.ts";

type OpenedPiece = {
  readonly marketId: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly quotes: readonly RunQuote[];
};

export class TapeIndex {
  readonly #pieces = new Map<number, OpenedPiece[]>();

  /** Adds a piece, or says what is wrong with it. */
  add(piece: PieceEvidence, head: LogHead | undefined): Finding | null {
    const { marketId, firstSeq, lastSeq } = piece;
    const where = `tape of market ${marketId}, quotes ${firstSeq} to ${lastSeq}`;
    const opened = openPiece(piece, head);
    if ("fault" in opened) return bad("tape", where, opened.fault);
    let quotes: readonly RunQuote[];
    try {
      quotes = readRun(opened.record.packed);
    } catch {
      return bad("tape", where, "the quotes cannot be unpacked");
    }
    if (quotes.length !== lastSeq - firstSeq + 1) {
      return bad("tape", where, `it holds ${quotes.length} quotes`);
    }
    const known = this.#pieces.get(marketId);
    if (known) known.push({ marketId, firstSeq, lastSeq, quotes });
    else this.#pieces.set(marketId, [{ marketId, firstSeq, lastSeq, quotes }]);
    return null;
  }

  /** The pieces of a market in the order of their numbers. */
  piecesOf(marketId: number): readonly OpenedPiece[] {
    const pieces = this.#pieces.get(marketId) ?? [];
    return pieces.sort((left, right) => left.firstSeq - right.firstSeq);
  }

  get markets(): readonly number[] {
    return [...this.#pieces.keys()];
  }

  quote(marketId: number, seq: number): RunQuote | null {
    const pieces = this.#pieces.get(marketId) ?? [];
    const piece = pieces.find(({ firstSeq, lastSeq }) => firstSeq <= seq && seq <= lastSeq);
    return piece?.quotes[seq - piece.firstSeq] ?? null;
  }

  /** What is wrong with a quote that something of this moment names; null: nothing. */
  faultOf({ marketId, seq, bid, ask }: NamedQuote, atMs: number): Finding | null {
    const where = `tape of market ${marketId}, quote ${seq}`;
    const found = this.quote(marketId, seq);
    if (!found) return bad("tape", where, "the file does not show it");
    if (found.bid !== bid || found.ask !== ask) {
      const said = `${bid} / ${ask}`;
      return bad("tape", where, `the tape has ${found.bid} / ${found.ask}, not ${said}`);
    }
    if (found.atMs > atMs) return bad("tape", where, "it came later than what was filled at it");
    const next = this.quote(marketId, seq + 1);
    if (next && next.atMs < atMs) return bad("tape", where, "a newer quote had come by then");
    return null;
  }
}
