// A small disk of memory, for drills that fill one up. Needs root and the right to mount; whoever
// has not says so aloud and goes without.

import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, realpathSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BLOCK_BYTES = 1_048_576;

/** Null, said aloud, where it can be mounted; else why not. */
export function whyNoDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), "truetick-disk-"));
  try {
    mountDisk(folder, { bytes: BLOCK_BYTES });
    unmountDisk(folder);
    return null;
  } catch (error) {
    return `No small disk can be mounted here, which needs root: ${String(error)}`;
  } finally {
    rmdirSync(folder);
  }
}

export type DiskSize = { readonly bytes: number; readonly files?: number };

export function mountDisk(folder: string, { bytes, files }: DiskSize): void {
  const names = files === undefined ? "" : `,nr_inodes=${files}`;
  const size = `size=${bytes},mode=711${names}`;
  execFileSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", folder], { stdio: "pipe" });
}

export function newDisk(size: DiskSize): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "truetick-disk-")));
  mountDisk(folder, size);
  chmodSync(folder, 0o711);
  return folder;
}

export function unmountDisk(folder: string): void {
  execFileSync("umount", [folder], { stdio: "pipe" });
}

/** Lays a file that leaves so much room; answers how to take it away. */
export async function fillDisk(folder: string, leftBytes: number): Promise<() => void> {
  const path = join(folder, "ballast");
  const { bavail, bsize } = await statfs(folder);
  writeFileSync(path, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)));
  return () => rmSync(path);
}
