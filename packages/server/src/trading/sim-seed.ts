// The secret that all simulated prices of this installation come from. Kept in the data directory,
// so that charts look the same after a restart; a number from the settings (SIM_SEED) takes its
// place where a run must be repeatable, and is then no secret at all.

import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { SEED_BYTES } from "@truetick/proof/seed";
import { writeOnce } from "../platform/secrets/write-once.ts";
import { StartRefusal } from "../platform/start-refusal.ts";

const OWNER_ONLY_FOLDER = 0o700;

/** The seed that a number stands for. */
export function seedOfNumber(number: number): Uint8Array {
  return createHash("sha256").update(`truetick.sim.v1\0${number}`).digest();
}

/** Refuses a file that holds something else: guessing would change every chart. */
export async function readSimSeed({
  simSeed,
  dataDir,
}: {
  simSeed: number | null;
  dataDir: string;
}): Promise<Uint8Array> {
  if (simSeed !== null) return seedOfNumber(simSeed);
  const folder = join(dataDir, "secrets");
  const path = join(folder, "sim-seed");
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  const text = await readOrCreate(path);
  if (!/^[0-9a-f]{64}\n?$/.test(text)) {
    throw new StartRefusal(`${path} does not hold a seed of 64 hexadecimal digits.`);
  }
  return Buffer.from(text.trim(), "hex");
}

async function readOrCreate(path: string): Promise<string> {
  const fresh = `${randomBytes(SEED_BYTES).toString("hex")}\n`;
  return (await writeOnce(path, fresh)) ? fresh : readFile(path, "utf8");
}
