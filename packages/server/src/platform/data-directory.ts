// The one folder that holds everything a server keeps. Asked for by main.ts before anything heavy,
// so that a folder that cannot be used is one clear line at once.

import { chmod, mkdir, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, firstLine, StartRefusal } from "./start-refusal.ts";

/** Others may pass through (PostgreSQL has a user of its own under root) but not look around. */
const MODE_UNDER_ROOT = 0o711;
const MODE = 0o700;

const WORDS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOTDIR: "a part of the path is a file",
  EEXIST: "it is a file",
  ENOSPC: "the disk is full",
};

/** Answers the real path of the folder, made if it was missing. */
export async function prepareDataDirectory(path: string): Promise<string> {
  try {
    const created = await mkdir(path, { recursive: true });
    if (created !== undefined) {
      await chmod(path, process.getuid?.() === 0 ? MODE_UNDER_ROOT : MODE);
    }
    const probe = join(path, `.probe-${process.pid}`);
    await writeFile(probe, "");
    await rm(probe);
    return await realpath(path);
  } catch (error) {
    const words = WORDS[codeOf(error) ?? ""] ?? firstLine(error);
    throw new StartRefusal(`DATA_DIR ${path} cannot be written: ${words}.`, { cause: error });
  }
}
