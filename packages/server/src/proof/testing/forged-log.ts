// How far somebody with all rights and even the keys could go to hide a changed past: every tile of
// a log made anew from the rows as they are now, and a checkpoint over it signed with the stolen
// key. For tests of who notices even so (H05).

import {
  type Checkpoint,
  checkpointMessage,
  checkpointText,
  pieceLeaf,
  readCheckpoint,
  rootOf,
  type Signer,
  toHex,
} from "@truetick/proof";
import type { ClientBase } from "pg";
import { saltJournalRow } from "../log/row-parts.ts";

const TILE_HASHES = 64;

/** Of the rows that the newest checkpoint is about; those after it are not in the log yet. */
export async function rewriteTiles(
  owner: ClientBase,
  { log, saltKey }: { readonly log: "journal/0" | "tape"; readonly saltKey: Uint8Array },
): Promise<void> {
  await owner.query("begin; set local session_replication_role = replica");
  const leaves = log === "tape" ? await tapeLeaves(owner) : await journalLeaves(owner, saltKey);
  const { rows } = await owner.query<{ level: number; tile: string; hashes: Buffer }>(
    "select level, tile, hashes from proof_tile where log = $1 order by level, tile",
    [log],
  );
  for (const { level, tile, hashes } of rows) {
    const span = TILE_HASHES ** level;
    const first = Number(tile) * TILE_HASHES * span;
    const count = hashes.length / 32;
    const nodes = Array.from({ length: count }, (_, nth) =>
      rootOf(leaves.slice(first + nth * span, first + (nth + 1) * span)),
    );
    await owner.query(
      "update proof_tile set hashes = $1 where log = $2 and level = $3 and tile = $4",
      [Buffer.concat(nodes), log, level, tile],
    );
  }
  await owner.query("commit");
}

async function journalLeaves(owner: ClientBase, saltKey: Uint8Array): Promise<Uint8Array[]> {
  const { rows } = await owner.query<{
    seq: string;
    at_ms: string;
    command: Buffer;
    events: Buffer;
  }>("select seq, at_ms, command, events from journal where shard = 0 order by seq");
  return rows.map(({ seq, at_ms, command, events }) => {
    const row = { shard: 0, seq: Number(seq), atMs: Number(at_ms), command, events };
    return saltJournalRow(saltKey, row).leaf;
  });
}

/** What tells which leaf is what is rewritten too. */
async function tapeLeaves(owner: ClientBase): Promise<Uint8Array[]> {
  await owner.query(
    `update proof_tape_leaf l set hash = p.hash from tape_piece p
     where p.market_id = l.market_id and p.first_seq = l.first_seq`,
  );
  const { rows } = await owner.query<{ hash: Buffer }>(
    "select hash from proof_tape_leaf order by leaf_index",
  );
  return rows.map(({ hash }) => pieceLeaf(hash));
}

/** The newest checkpoint replaced by one over the log as it is now, rightly signed. */
export async function replaceCheckpoints(
  owner: ClientBase,
  { log, signer, saltKey }: { log: "journal/0" | "tape"; signer: Signer; saltKey: Uint8Array },
): Promise<void> {
  await owner.query("begin; set local session_replication_role = replica");
  const leaves = log === "tape" ? await tapeLeaves(owner) : await journalLeaves(owner, saltKey);
  const { rows } = await owner.query<{ number: string; body: string }>(
    "select number, body from proof_checkpoint order by number",
  );
  for (const { number, body } of rows) {
    const checkpoint = readCheckpoint(body);
    if (!checkpoint) throw new Error("a checkpoint is in its one spelling");
    const logs = checkpoint.logs.map((head) =>
      head.log === log ? { ...head, root: toHex(rootOf(leaves.slice(0, head.size))) } : head,
    );
    const forged: Checkpoint = { ...checkpoint, logs };
    const text = checkpointText(forged);
    await owner.query("update proof_checkpoint set body = $1, signature = $2 where number = $3", [
      text,
      Buffer.from(signer.sign(checkpointMessage(text))),
      number,
    ]);
  }
  await owner.query("commit");
}
