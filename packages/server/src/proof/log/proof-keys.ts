// The operator's keys: derived from the installation's seal key, generation by generation, listed
// in the database with the endorsement of the one before. Used at the start (adding the one that
// the settings name) and by whoever signs or lists. Invariants: a key that was listed stays listed;
// a new one is endorsed by the one before and written into the audit log, hence into its log.

import { createPrivateKey, createPublicKey, hkdfSync, sign } from "node:crypto";
import { endorsementMessage, type KnownKey, keyIdOf, type Signer, toHex } from "@truetick/proof";
import { appendAudit, SYSTEM_ACTOR } from "../../platform/audit/audit-log.ts";
import type { Database } from "../../platform/database.ts";
import { StartRefusal } from "../../platform/start-refusal.ts";
import "./log-table.ts";

const KEY_BYTES = 32;
/** What stands before the 32 bytes of a private Ed25519 key in its DER form (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
/** So long may what the old key has signed still be on its way. */
const OVERLAP_MS = 604_800_000;

export type OwnKey = Signer & { readonly generation: number; readonly publicKey: Uint8Array };

export function deriveKey(sealKey: Uint8Array, generation: number): OwnKey {
  const label = `truetick.proof-key.v1/${generation}`;
  const seed = Buffer.from(hkdfSync("sha256", sealKey, "", label, KEY_BYTES));
  const der = Buffer.concat([PRIVATE_PREFIX, seed]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  const publicKey = new Uint8Array(spki.subarray(-KEY_BYTES));
  return {
    generation,
    publicKey,
    keyId: keyIdOf(publicKey),
    sign: (message) => sign(null, message, key),
  };
}

/** Makes every salt; whoever has it can guess what the leaves of private rows hide. */
export function deriveSaltKey(sealKey: Uint8Array): Uint8Array {
  return Buffer.from(hkdfSync("sha256", sealKey, "", "truetick.proof-salt.v1", KEY_BYTES));
}

export type ListedKey = KnownKey & {
  readonly generation: number;
  readonly endorsedBy: string | null;
  /** In hexadecimal. */
  readonly endorsement: string | null;
};

/** Oldest first. */
export async function listKeys(database: Database): Promise<readonly ListedKey[]> {
  const rows = await database.selectFrom("proof_key").selectAll().orderBy("generation").execute();
  return rows.map((row, index) => {
    const next = rows[index + 1];
    return {
      generation: row.generation,
      keyId: row.key_id,
      publicKey: toHex(row.public_key),
      validFromMs: Number(row.valid_from_ms),
      validUntilMs: next ? Number(next.valid_from_ms + next.overlap_ms) : null,
      endorsedBy: row.endorsed_by,
      endorsement: row.endorsement && toHex(row.endorsement),
    };
  });
}

/**
 * The key of the generation that the settings name, listed. Refuses to start when a later one is
 * in use: who saw it would take the older one for a forgery after some days.
 */
export async function openKey(
  database: Database,
  { sealKey, generation, nowMs }: OpenKey,
): Promise<OwnKey> {
  const own = deriveKey(sealKey, generation);
  await database.transaction().execute(async (trx) => {
    // Whoever starts beside us waits here.
    await trx.selectFrom("audit_head").select("seq").forUpdate().execute();
    const keys = await listKeys(trx);
    const newest = keys.at(-1);
    if (newest?.keyId === own.keyId) return;
    if (newest && newest.generation >= generation) {
      throw new StartRefusal(
        `PROOF_KEY_GENERATION=${generation}: key ${newest.keyId} of generation ` +
          `${newest.generation} is in use; a generation is never used again.`,
      );
    }
    await addKey(trx, { own, before: newest && deriveKey(sealKey, newest.generation), nowMs });
  });
  return own;
}

type OpenKey = {
  readonly sealKey: Uint8Array;
  readonly generation: number;
  readonly nowMs: number;
};

async function addKey(
  trx: Database,
  { own, before, nowMs }: { own: OwnKey; before: OwnKey | undefined; nowMs: number },
): Promise<void> {
  const validFromMs = Math.floor(nowMs);
  const publicKey = toHex(own.publicKey);
  const endorsement = before?.sign(
    endorsementMessage({ keyId: own.keyId, publicKey, validFromMs }),
  );
  await trx
    .insertInto("proof_key")
    .values({
      generation: own.generation,
      key_id: own.keyId,
      public_key: Buffer.from(own.publicKey),
      valid_from_ms: BigInt(validFromMs),
      overlap_ms: BigInt(before ? OVERLAP_MS : 0),
      endorsed_by: before?.keyId ?? null,
      endorsement: endorsement ? Buffer.from(endorsement) : null,
    })
    .execute();
  await appendAudit(trx, {
    actor: SYSTEM_ACTOR,
    action: "proof_key.add",
    subject: { kind: "proof_key", id: own.keyId },
    detail: { publicKey, validFromMs, endorsedBy: before?.keyId ?? null },
  });
}
