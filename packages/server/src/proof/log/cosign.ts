// What witnesses outside have countersigned: a signature of theirs over a checkpoint's text says
// that they saw it, and that it extends all they saw before. Called by the public calls. Invariant:
// only witnesses that the operator has listed, only signatures that fit; one per checkpoint each.

import type { Cosignature } from "@truetick/contract/proof";
import { cosignatureMessage, fromHex, isSigned, toHex } from "@truetick/proof";
import type { Database } from "../../platform/database.ts";
import type { StoredCheckpoint } from "./proof-log.ts";
import "./log-table.ts";

export type Witness = {
  readonly name: string;
  /** Ed25519, in hexadecimal. */
  readonly publicKey: string;
};

type Signed = {
  readonly stored: StoredCheckpoint;
  readonly witness: Witness;
  /** In hexadecimal. */
  readonly signature: string;
  readonly nowMs: number;
};

/** False: the signature does not fit. Repeating one changes nothing. */
export async function addCosignature(
  database: Database,
  { stored, witness, signature, nowMs }: Signed,
): Promise<boolean> {
  const publicKey = fromHex(witness.publicKey);
  const bytes = fromHex(signature);
  if (!publicKey || !bytes) return false;
  const message = cosignatureMessage(witness.name, stored.text);
  if (!(await isSigned(publicKey, message, bytes))) return false;
  await database
    .insertInto("proof_cosignature")
    .values({
      checkpoint: BigInt(stored.number),
      witness: witness.name,
      public_key: Buffer.from(publicKey),
      signature: Buffer.from(bytes),
      at_ms: BigInt(Math.floor(nowMs)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

/** By the number of the checkpoint. */
export async function readCosignatures(
  database: Database,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, readonly Cosignature[]>> {
  const found = new Map<number, Cosignature[]>(numbers.map((number) => [number, []]));
  if (numbers.length === 0) return found;
  const rows = await database
    .selectFrom("proof_cosignature")
    .selectAll()
    .where("checkpoint", "in", numbers.map(BigInt))
    .orderBy("witness")
    .execute();
  for (const row of rows) {
    found.get(Number(row.checkpoint))?.push({
      witness: row.witness,
      publicKey: toHex(row.public_key),
      signature: toHex(row.signature),
      at: Math.floor(Number(row.at_ms) / 1_000),
    });
  }
  return found;
}
