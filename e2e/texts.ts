// The app's own words, so that a journey looks for what the reader sees in his language. A
// language without a catalogue reads English, as it does in the app.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { MessageKey } from "@truetick/contract";

const FOLDER = join(import.meta.dirname, "../packages/contract/messages");

/** Answers the text of a key, its `{name}` replaced by what is given. */
export type Texts = (key: MessageKey, values?: Readonly<Record<string, string>>) => string;

export function textsOf(language: string): Texts {
  const own = join(FOLDER, `${language}.json`);
  const catalogue = readTree(existsSync(own) ? own : join(FOLDER, "en.json"));
  return (key, values = {}) => {
    const found = key
      .split(".")
      .reduce<unknown>((tree, part) => (isTree(tree) ? tree[part] : undefined), catalogue);
    if (typeof found !== "string") throw new Error(`The ${language} catalogue has no ${key}`);
    return Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, value),
      found,
    );
  };
}

function readTree(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
