// A checkpoint, and a stretch of the tape, as signed files for whoever wants to keep them.

import { TAPE_FILE_PIECES_MAX } from "@truetick/contract/calls";
import { CHECKPOINT_FORMAT, type PieceEvidence, TAPE_FORMAT } from "@truetick/proof";
import type { StoredCheckpoint } from "../log/proof-log.ts";
import { Evidence } from "./evidence.ts";
import { issuedBy, seal } from "./issuer.ts";
import type { MakerNeeds } from "./receipt-maker.ts";

/** Null: there is no such checkpoint. */
export async function checkpointFile(
  needs: MakerNeeds,
  { number, since }: { readonly number: number | null; readonly since: number | null },
): Promise<string | null> {
  const { log, issuer } = needs;
  const under = number === null ? await log.newest() : await log.checkpoint(number);
  if (!under) return null;
  const extension = await new Evidence(needs, under).extension(since);
  const body = { ...(await issuedBy(issuer, log)), checkpoint: signedOf(under), extension };
  return seal(CHECKPOINT_FORMAT, body, log);
}

/** The piece with this quote and those after it; null: not under a checkpoint, or let go of. */
export async function tapeFile(
  needs: MakerNeeds,
  { marketId, seq }: { readonly marketId: number; readonly seq: number },
): Promise<string | null> {
  const { log, issuer } = needs;
  const under = await log.newest();
  if (!under) return null;
  const evidence = new Evidence(needs, under);
  const pieces: PieceEvidence[] = [];
  let next = seq;
  while (pieces.length < TAPE_FILE_PIECES_MAX) {
    const piece = await evidence.piece(marketId, next);
    if (!piece) break;
    pieces.push(piece);
    next = piece.lastSeq + 1;
  }
  if (pieces.length === 0) return null;
  const issued = await issuedBy(issuer, log);
  const body = { ...issued, checkpoint: signedOf(under), extension: null, pieces };
  return seal(TAPE_FORMAT, body, log);
}

export function signedOf({ text, signature }: StoredCheckpoint) {
  return { text, signature };
}
