// The sandbox's outbox as a person reads the mail: the newest code that was sent to an address. A
// code is given out once, so that a second one is waited for and not the first found again.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const ARRIVES_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 50;

type Message = { readonly to: string; readonly kind: string; readonly code?: string };

export class Outbox {
  readonly #folder: string;
  readonly #taken = new Set<string>();

  constructor(dataDir: string) {
    this.#folder = join(dataDir, "outbox");
  }

  /** Numbers as +852…, whatever was typed. */
  async codeFor(to: string): Promise<string> {
    const endsAt = Date.now() + ARRIVES_WITHIN_MS;
    while (Date.now() < endsAt) {
      for (const name of (await readdir(this.#folder)).sort().reverse()) {
        if (!name.endsWith(".json") || this.#taken.has(name)) continue;
        const message: Message = JSON.parse(await readFile(join(this.#folder, name), "utf8"));
        if (message.to !== to || message.code === undefined) continue;
        this.#taken.add(name);
        return message.code;
      }
      await new Promise((resume) => setTimeout(resume, LOOK_EVERY_MS));
    }
    throw new Error(`No code was sent to ${to}`);
  }
}
