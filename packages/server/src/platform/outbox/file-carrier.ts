// The sandbox's way out: each message becomes a file that a person or a test can read, as
// DATA_DIR/outbox/20260105T120000123Z-42-verifyCode.json. The one place where codes stand in clear.
// Invariants: readable by the owner only; a file that can be seen is whole; a repeat of a message
// replaces its file, so there is one per message.

import { chmod, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Carrier, Letter } from "./carrier.ts";
import type { Channel } from "./message.ts";

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

export async function createFileCarrier({
  folder,
  channel,
}: {
  readonly folder: string;
  readonly channel: Channel;
}): Promise<Carrier> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  await chmod(folder, OWNER_ONLY_FOLDER);
  return {
    name: "files",
    async deliver({ id, kind, to, subject, text, code, languageTag: language, createdAt }) {
      const at = createdAt.toISOString();
      const name = letterFileName({ id, kind, createdAt });
      const content = { to, channel, kind, language, subject, text, ...(code && { code }), at };
      // Hidden until it is whole.
      const unfinished = join(folder, `.${name}.part`);
      const json = `${JSON.stringify(content, null, 2)}\n`;
      await writeFile(unfinished, json, { mode: OWNER_ONLY_FILE });
      await rename(unfinished, join(folder, name));
      return { outcome: "sent" };
    },
  };
}

/** Which file a message becomes; the desk shows it from there. */
export function letterFileName(letter: Pick<Letter, "id" | "kind" | "createdAt">): string {
  const at = letter.createdAt.toISOString().replace(/[-:.]/g, "");
  return `${at}-${letter.id}-${letter.kind}.json`;
}
