// The keys of this installation, each for one use. Read once at the start by main.ts and handed to
// the parts that need one. Invariants: a key is 32 bytes that somebody drew at random; it is in
// the environment or in a file that only the owner can read; it is never logged or answered.

import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { StartRefusal } from "../start-refusal.ts";
import { writeOnce } from "./write-once.ts";

export const SECRET_NAMES = ["codeKey", "cookieKey", "sealKey", "chatKey", "pushKey"] as const;
export type SecretName = (typeof SECRET_NAMES)[number];

/**
 * codeKey: hashes of codes. cookieKey: signs cookies. sealKey: seals rows. chatKey: names. pushKey:
 * shows push services who we are.
 */
export type Secrets = Readonly<Record<SecretName, Buffer>>;

const KEY_BYTES = 32;
const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
/** Of 32 random bytes fewer than 20 hardly ever differ; of typed ones nearly always. */
const DISTINCT_BYTES_MIN = 20;

/** The environment's variable of a key: SECRET_CODE_KEY. */
export function variableOf(name: SecretName): string {
  return `SECRET_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** Null when it is no key: 64 hexadecimal digits, or 43 or 44 characters of base64. */
export function parseKey(text: string): Buffer | null {
  const isHex = /^[0-9a-f]{64}$/i.test(text);
  if (!isHex && !/^[\w+/-]{43}=?$/.test(text)) return null;
  const key = Buffer.from(text, isHex ? "hex" : "base64");
  return key.length === KEY_BYTES && new Set(key).size >= DISTINCT_BYTES_MIN ? key : null;
}

/** Keys that are not given are drawn once and kept. Refuses a file that holds something else. */
export async function readSecrets({
  dataDir,
  given,
}: {
  readonly dataDir: string;
  readonly given: Readonly<Partial<Record<SecretName, Buffer>>>;
}): Promise<Secrets> {
  const folder = join(dataDir, "secrets");
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  // A folder that was there keeps its permissions otherwise.
  await chmod(folder, OWNER_ONLY_FOLDER);
  const keyOf = async (name: SecretName) => given[name] ?? (await readOrDraw(folder, name));
  const [codeKey, cookieKey, sealKey, chatKey, pushKey] = await Promise.all([
    keyOf("codeKey"),
    keyOf("cookieKey"),
    keyOf("sealKey"),
    keyOf("chatKey"),
    keyOf("pushKey"),
  ]);
  const secrets = { codeKey, cookieKey, sealKey, chatKey, pushKey };
  const distinct = new Set(Object.values(secrets).map((key) => key.toString("hex")));
  if (distinct.size < SECRET_NAMES.length) {
    throw new StartRefusal("Two of the keys are the same; each use needs a key of its own.");
  }
  return secrets;
}

async function readOrDraw(folder: string, name: SecretName): Promise<Buffer> {
  const path = join(
    folder,
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  );
  const fresh = randomBytes(KEY_BYTES);
  if (await writeOnce(path, `${fresh.toString("hex")}\n`)) return fresh;
  await chmod(path, OWNER_ONLY_FILE);
  const key = parseKey((await readFile(path, "utf8")).trim());
  if (!key) throw new StartRefusal(`${path} does not hold a key of 64 hexadecimal digits.`);
  return key;
}
