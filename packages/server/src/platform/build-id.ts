// Which program runs: its version and a hash over the built files, so that a checkpoint or a
// receipt names the code that made it. Read once at the start by main.ts.

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const DIGITS = 16;

/** `folder` holds the built files; from source there are none, and the id says so. */
export async function readBuildId(folder: string, version: string): Promise<string> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".js")).sort();
  if (files.length === 0) return `${version}+source`;
  const hash = createHash("sha256");
  for (const name of files) hash.update(`${name}\0`).update(await readFile(join(folder, name)));
  return `${version}+${hash.digest("hex").slice(0, DIGITS)}`;
}
