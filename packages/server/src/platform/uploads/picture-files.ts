// The pictures on disk: one file each under DATA_DIR/uploads, encrypted with a key that only the
// installation has, and bound to its own name. Used by uploads.ts. Invariants: no plain byte is
// written; a file that was changed, or put in another's place, is an error that is heard (T37).

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../start-refusal.ts";

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
const DRAFT = ".new";
/** No bytes or no names left, of the disk or of our share of it. */
const NO_ROOM = new Set(["ENOSPC", "EDQUOT"]);

export type PictureFiles = {
  /** False, and nothing is left of it, when the disk has no room (F06). */
  readonly write: (id: string, bytes: Buffer) => Promise<boolean>;
  /** Throws when it is not there, or not what was written. */
  readonly read: (id: string) => Promise<Buffer>;
  readonly remove: (id: string) => Promise<void>;
  readonly freeBytes: () => Promise<number>;
};

export async function openPictureFiles({
  dataDir,
  sealKey,
}: {
  readonly dataDir: string;
  readonly sealKey: Buffer;
}): Promise<PictureFiles> {
  const folder = join(dataDir, "uploads");
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  const key = Buffer.from(hkdfSync("sha256", sealKey, "", "truetick.seal.v1/uploads", KEY_BYTES));
  const pathOf = (id: string) => join(folder, id);
  return {
    async write(id, bytes) {
      const draft = `${pathOf(id)}${DRAFT}`;
      try {
        await writeSynced(draft, seal(key, id, bytes));
      } catch (error) {
        await rm(draft, { force: true });
        if (!NO_ROOM.has(codeOf(error) ?? "")) throw error;
        return false;
      }
      await rename(draft, pathOf(id));
      return true;
    },
    read: async (id) => unseal(key, id, await readFile(pathOf(id))),
    remove: async (id) => {
      await rm(pathOf(id), { force: true });
      await rm(`${pathOf(id)}${DRAFT}`, { force: true });
    },
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
}

async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, "wx", OWNER_ONLY_FILE);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

function seal(key: Buffer, id: string, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(id));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function unseal(key: Buffer, id: string, sealed: Buffer): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw changed(id);
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(id));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([body, decipher.final()]);
  } catch {
    throw changed(id);
  }
}

function changed(id: string): Error {
  return new Error(`Invariant: the stored picture ${id} is the one that was written`);
}
