// A stretch of the tape as a file: every piece in the log, and the quotes of each market with
// numbers that follow each other, prices above zero and time that does not go back.

import { TAPE_FORMAT, type TapeBody } from "@truetick/proof";
import { type Ground, openGround } from "./evidence/ground.ts";
import { TapeIndex } from "./evidence/tape-index.ts";
import type { Finding, Verdict } from "./finding.ts";
import { bad, good, verdictOf } from "./findings.ts";
import { withoutEnd } from "./one-line.ts";
import { guarded, openSealed } from "./opened-file.ts";
import type { VerifyOptions } from "./options.ts";

export async function verifyTapeFile(text: string, options: VerifyOptions): Promise<Verdict> {
  const { findings, body } = await openSealed<TapeBody>(withoutEnd(text), TAPE_FORMAT, options);
  if (!body) return verdictOf(findings);
  const looked = await guarded("tape", async () => {
    const ground = await openGround(body, body, options);
    return [...ground.findings, ...pieceFindings(body, ground)];
  });
  return verdictOf([...findings, ...looked]);
}

function pieceFindings({ pieces }: TapeBody, ground: Ground): Finding[] {
  const tape = new TapeIndex();
  const findings: Finding[] = [];
  for (const piece of pieces) {
    const fault = tape.add(piece, ground.headOf("tape"));
    if (fault) findings.push(fault);
  }
  findings.push(...tape.markets.flatMap((marketId) => orderFindings(tape, marketId)));
  if (findings.length > 0) return findings;
  const quotes = pieces.reduce((sum, piece) => sum + piece.lastSeq - piece.firstSeq + 1, 0);
  return [good("tape", `${pieces.length} pieces with ${quotes} quotes stand on the tape`)];
}

/** The first quote that cannot stand where it stands; the log cannot have been kept honestly. */
function orderFindings(tape: TapeIndex, marketId: number): Finding[] {
  let lastSeq = 0;
  let lastMs = 0;
  for (const piece of tape.piecesOf(marketId)) {
    if (piece.firstSeq <= lastSeq) {
      const where = `tape of market ${marketId}, quote ${piece.firstSeq}`;
      return [bad("tape", where, "it stands on the tape twice")];
    }
    for (const [at, { bid, ask, atMs }] of piece.quotes.entries()) {
      if (bid > 0 && ask >= bid && atMs >= lastMs) {
        lastMs = atMs;
        continue;
      }
      const where = `tape of market ${marketId}, quote ${piece.firstSeq + at}`;
      return [bad("tape", where, "it is no price, or its time goes back")];
    }
    lastSeq = piece.lastSeq;
  }
  return [];
}
