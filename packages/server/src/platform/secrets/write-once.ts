// Writes a file that holds a secret, once and for ever. Used for the keys of the installation and
// for the seed of its simulated prices. Invariant: whoever finds the file finds all of it, also
// when several processes start at the same moment.

import { randomBytes } from "node:crypto";
import { link, open, rm } from "node:fs/promises";
import { codeOf } from "../start-refusal.ts";

const OWNER_ONLY_FILE = 0o600;

/**
 * Whole or not at all, whenever the machine stops, and never over an existing file: what that key
 * sealed could not be opened again. False when there is one.
 */
export async function writeOnce(path: string, text: string): Promise<boolean> {
  const draft = `${path}.${randomBytes(8).toString("hex")}.new`;
  try {
    const file = await open(draft, "wx", OWNER_ONLY_FILE);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    return false;
  } finally {
    await rm(draft, { force: true });
  }
}
