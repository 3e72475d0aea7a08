// What somebody with all rights on the database can do to the past of a running platform: one deed
// at a time (the same as the verifier's own tests do), and everything that was ever proved
// thrown away, so that logs and checkpoints are made anew over what is there now.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import type { Platform } from "./platform.ts";
import { ROOT } from "./program.ts";

const TSX = join(ROOT, "node_modules/.bin/tsx");
const PROGRAM = "packages/server/src/proof/testing/tamper-program.ts";

export type Deed =
  | "change-tape"
  | "change-fill"
  | "change-ledger"
  | "insert-event"
  | "delete-event"
  | "change-command";

export type Done = { readonly log: string; readonly marketId: number | null; readonly seq: number };

/** Of the superuser of a platform's own database. */
export function ownerAddress(dataDir: string): string {
  const socket = encodeURIComponent(join(dataDir, "postgres-socket"));
  return `postgresql:///truetick?host=${socket}&user=truetick`;
}

/** Answers where it was done. */
export async function tamper(
  dataDir: string,
  deed: Deed,
  options: readonly string[] = [],
): Promise<Done> {
  const parameters = [PROGRAM, ownerAddress(dataDir), deed, ...options];
  const { stdout } = await promisify(execFile)(TSX, parameters, { cwd: ROOT });
  return JSON.parse(stdout) as Done;
}

/** One statement with the triggers off; answers the number (`seq`) of the row that it touched. */
export async function tamperAt(owner: pg.ClientBase, statement: string): Promise<number> {
  await owner.query("begin; set local session_replication_role = replica");
  const { rows } = await owner.query<{ seq: string }>(statement);
  await owner.query("commit");
  if (!rows[0]) throw new Error("there was nothing to tamper with");
  return Number(rows[0].seq);
}

/** As if nothing had ever been signed; the key stays. The platform begins anew when it starts. */
export async function forgetProofs(platform: Platform): Promise<void> {
  const owner = new pg.Client(ownerAddress(platform.dataDir));
  await owner.connect();
  try {
    await owner.query(`set session_replication_role = replica;
      delete from proof_cosignature; delete from proof_checkpoint; delete from proof_tile;
      delete from proof_tape_leaf; delete from proof_refusal_leaf; delete from proof_account_row;
      delete from proof_verdict`);
  } finally {
    await owner.end();
  }
}
