// Finds an owner's leaf in a stored tree and the way up to its root. Called by the own-leaf call.
// Nothing is corrected here: what the tree says is what is shown, and who compares is the owner.

import { areEqual, ownerCommitment, type SumNode, sumPath } from "@truetick/proof";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { leavesOf, NODES_PER_CHUNK, unpackNodes } from "./build-tree.ts";

export type FoundLeaf = {
  readonly salt: Uint8Array;
  readonly amount: bigint;
  readonly index: number;
  readonly path: readonly SumNode[];
};

/** Null: this tree has no leaf of that owner. */
export async function findLeaf(
  database: Database,
  wanted: {
    readonly asOfMs: number;
    readonly leaves: number;
    readonly salt: Uint8Array;
    readonly uid: string;
  },
): Promise<FoundLeaf | null> {
  const { asOfMs, leaves, salt, uid } = wanted;
  const commitment = ownerCommitment(salt, uid);
  const { rows } = await sql<{ chunk: number; nodes: Buffer }>`
    select chunk, nodes from liability_chunk
    where as_of_ms = ${asOfMs} and level = 0 and first_key <= ${Buffer.from(commitment)}
    order by first_key desc limit 1`.execute(database);
  const [row] = rows;
  if (!row) return null;
  const within = unpackNodes(row.nodes).findIndex(({ hash }) => areEqual(hash, commitment));
  const leaf = unpackNodes(row.nodes)[within];
  if (!leaf) return null;
  const path = sumPath(leavesOf(row.nodes), within);
  let place = row.chunk;
  let count = leaves / NODES_PER_CHUNK;
  for (let level = 1; count > 1; level += 1) {
    const chunk = Math.floor(place / NODES_PER_CHUNK);
    const nodes = await readChunk(database, { asOfMs, level, chunk });
    path.push(...sumPath(unpackNodes(nodes), place % NODES_PER_CHUNK));
    [place, count] = [chunk, count / NODES_PER_CHUNK];
  }
  const index = row.chunk * NODES_PER_CHUNK + within;
  return { salt, amount: leaf.sum, index, path };
}

async function readChunk(
  database: Database,
  { asOfMs, level, chunk }: { asOfMs: number; level: number; chunk: number },
): Promise<Buffer> {
  const row = await database
    .selectFrom("liability_chunk")
    .select("nodes")
    .where("as_of_ms", "=", BigInt(asOfMs))
    .where("level", "=", level)
    .where("chunk", "=", chunk)
    .executeTakeFirstOrThrow();
  return row.nodes;
}
