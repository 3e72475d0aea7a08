// The checkpoints, the keys that sign them and what witnesses have countersigned: every signature,
// one number after the other, nothing replaced that we have seen. Called by verify-record.ts; that
// each extends the one before is what the logs' own checks show.

import {
  cosignatureMessage,
  endorsementMessage,
  isSigned,
  type KnownKey,
  keyIdOf,
  openCheckpoint,
  toHex,
} from "@truetick/proof";
import type { ClientBase } from "pg";
import type { FaultKind, Findings } from "./fault.ts";

export type CheckpointParts = {
  readonly client: ClientBase;
  readonly findings: Findings;
  /** Checkpoints that this process has seen, by number: none may ever be another. */
  readonly seen: Map<number, string>;
  readonly pause: () => Promise<void>;
};

const CHECKPOINTS_PER_READ = 100;
/** Beside the newest, so many older ones are remembered, evenly spread. */
const SEEN_MAX = 1_000;

type KeyRow = {
  readonly generation: number;
  readonly key_id: string;
  readonly public_key: Buffer;
  readonly valid_from_ms: string;
  readonly overlap_ms: string;
  readonly endorsed_by: string | null;
  readonly endorsement: Buffer | null;
  readonly is_audited: boolean;
};

/** Answers the keys, for the checkpoints. */
async function checkKeys({ client, findings }: CheckpointParts): Promise<readonly KnownKey[]> {
  const { rows } = await client.query<KeyRow>(
    `select k.*, exists (
       select from audit_log a where a.action = 'proof_key.add' and a.subject_id = k.key_id
     ) as is_audited
     from proof_key k order by generation`,
  );
  findings.count("key", rows.length);
  for (const [nth, row] of rows.entries()) {
    const detail = await keyProblem(row, rows[nth - 1]);
    const place = { log: "key", marketId: null, seq: row.generation };
    if (detail) findings.add({ ...place, what: "signature", detail });
  }
  return rows.map((row, nth) => {
    const next = rows[nth + 1];
    return {
      keyId: row.key_id,
      publicKey: toHex(row.public_key),
      validFromMs: Number(row.valid_from_ms),
      validUntilMs: next ? Number(next.valid_from_ms) + Number(next.overlap_ms) : null,
    };
  });
}

async function keyProblem(row: KeyRow, before: KeyRow | undefined): Promise<string | null> {
  if (keyIdOf(row.public_key) !== row.key_id) return "its id is not that of the key";
  if (!row.is_audited) return "the audit log does not tell of it";
  if (!before) return row.endorsed_by === null ? null : "nobody could endorse the first key";
  if (row.endorsed_by !== before.key_id || !row.endorsement)
    return "the key before did not endorse";
  const message = endorsementMessage({
    keyId: row.key_id,
    publicKey: toHex(row.public_key),
    validFromMs: Number(row.valid_from_ms),
  });
  const isGood = await isSigned(before.public_key, message, row.endorsement);
  return isGood ? null : "the endorsement does not fit";
}

type CheckpointRow = {
  readonly number: string;
  readonly at_ms: string;
  readonly body: string;
  readonly key_id: string;
  readonly signature: Buffer;
};

export async function checkCheckpoints(parts: CheckpointParts): Promise<void> {
  const { client, findings, pause } = parts;
  const keys = await checkKeys(parts);
  const fault = (what: FaultKind, seq: number, detail: string) =>
    findings.add({ log: "checkpoint", marketId: null, seq, what, detail });
  let [number, atMs] = [0, 0];
  for (;;) {
    const { rows } = await client.query<CheckpointRow>({
      name: "verify-checkpoints",
      text: `select number, at_ms, body, key_id, signature from proof_checkpoint
             where number > $1 order by number limit ${CHECKPOINTS_PER_READ}`,
      values: [number],
    });
    findings.count("checkpoint", rows.length);
    for (const row of rows) {
      const own = Number(row.number);
      if (own !== number + 1) fault("missing", number + 1, `${number} is followed by ${own}`);
      if (Number(row.at_ms) < atMs) fault("changed", own, "it is older than the one before it");
      const problem = await checkpointProblem(row, keys);
      if (problem) fault("signature", own, problem);
      const seen = parts.seen.get(own);
      if (seen !== undefined && seen !== row.body) {
        fault("changed", own, "it is not the checkpoint that was there before");
      }
      [number, atMs] = [own, Number(row.at_ms)];
    }
    await checkCosignatures(parts, rows);
    remember(parts.seen, rows);
    if (rows.length < CHECKPOINTS_PER_READ) break;
    await pause();
  }
  const newestSeen = Math.max(0, ...parts.seen.keys());
  if (newestSeen > number) fault("missing", number + 1, `there were ${newestSeen} before`);
}

async function checkpointProblem(
  { number, at_ms, body, key_id, signature }: CheckpointRow,
  keys: readonly KnownKey[],
): Promise<string | null> {
  const opened = await openCheckpoint({ text: body, signature: toHex(signature) }, keys);
  if ("fault" in opened) return opened.fault;
  const { checkpoint } = opened;
  const isOwn =
    checkpoint.number === Number(number) &&
    checkpoint.atMs === Number(at_ms) &&
    checkpoint.keyId === key_id;
  return isOwn ? null : "its columns are not those of its text";
}

async function checkCosignatures(
  { client, findings }: CheckpointParts,
  checkpoints: readonly CheckpointRow[],
): Promise<void> {
  if (checkpoints.length === 0) return;
  const { rows } = await client.query<{
    checkpoint: string;
    witness: string;
    public_key: Buffer;
    signature: Buffer;
  }>({
    name: "verify-cosignatures",
    text: `select checkpoint, witness, public_key, signature from proof_cosignature
           where checkpoint between $1 and $2 order by checkpoint`,
    values: [checkpoints[0]?.number, checkpoints.at(-1)?.number],
  });
  findings.count("cosignature", rows.length);
  const texts = new Map(checkpoints.map(({ number, body }) => [number, body]));
  for (const { checkpoint, witness, public_key, signature } of rows) {
    const message = cosignatureMessage(witness, texts.get(checkpoint) ?? "");
    if (await isSigned(public_key, message, signature)) continue;
    const place = { log: "cosignature", marketId: null, seq: Number(checkpoint) };
    const detail = `the signature of ${witness} does not fit`;
    findings.add({ ...place, what: "signature", detail });
  }
}

function remember(seen: Map<number, string>, rows: readonly CheckpointRow[]): void {
  for (const { number, body } of rows) {
    if (!seen.has(Number(number))) seen.set(Number(number), body);
  }
  // Every second one goes: the oldest and the newest stay, and what lies between gets sparse.
  if (seen.size <= SEEN_MAX) return;
  const newest = Math.max(...seen.keys());
  let nth = 0;
  for (const number of [...seen.keys()].sort((left, right) => left - right)) {
    nth += 1;
    if (nth % 2 === 0 && number !== newest) seen.delete(number);
  }
}
