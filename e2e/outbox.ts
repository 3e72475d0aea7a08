// The sandbox's outbox as a person reads the mail: the newest code that was sent to an address, or
// a letter of a kind. What was given out is not found again, so that a second one is waited for.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const ARRIVES_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 50;

type Message = {
  readonly to: string;
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
  readonly code?: string;
};

export class Outbox {
  readonly #folder: string;
  readonly #taken = new Set<string>();

  constructor(dataDir: string) {
    this.#folder = join(dataDir, "outbox");
  }

  /** Numbers as +852…, whatever was typed. */
  async codeFor(to: string): Promise<string> {
    const { code = "" } = await this.#find(to, ({ code }) => code !== undefined);
    return code;
  }

  async letterFor(to: string, kind: string): Promise<Message> {
    return await this.#find(to, (message) => message.kind === kind);
  }

  async #find(to: string, isWanted: (message: Message) => boolean): Promise<Message> {
    const endsAt = Date.now() + ARRIVES_WITHIN_MS;
    while (Date.now() < endsAt) {
      for (const name of (await readdir(this.#folder)).sort().reverse()) {
        if (!name.endsWith(".json") || this.#taken.has(name)) continue;
        const message: Message = JSON.parse(await readFile(join(this.#folder, name), "utf8"));
        if (message.to !== to || !isWanted(message)) continue;
        this.#taken.add(name);
        return message;
      }
      await new Promise((resume) => setTimeout(resume, LOOK_EVERY_MS));
    }
    throw new Error(`Nothing of the kind was sent to ${to}`);
  }
}
