// The files of deploy/ as its tests read them: text, and YAML by the reader that knip (the search
// for what nobody uses) brings along, so that nothing is installed for it.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");
export const DEPLOY = join(ROOT, "deploy");

/** Any place of a document may be absent: a test says what has to be there. */
export type Tree = { readonly [key: string]: Tree | undefined };

type Document = { readonly errors: readonly Error[]; readonly toJS: () => unknown };
type YamlReader = {
  readonly parseAllDocuments: (source: string, options: object) => readonly Document[];
};

const require = createRequire(import.meta.url);
// What the package exports; its own types are not installed for us.
const yaml = createRequire(require.resolve("knip"))("yaml") as YamlReader;

export function readText(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** Every document of a text. Throws what is wrong with it. */
export function parseYaml(source: string): Tree[] {
  const documents = yaml.parseAllDocuments(source, { merge: true });
  const errors = documents.flatMap((document) => document.errors);
  if (errors.length > 0) throw new Error(errors.join("; "));
  // A document of ours is a map.
  return documents.map((document) => document.toJS() as Tree);
}

export function treesOf(value: unknown): Tree[] {
  return Array.isArray(value) ? (value as Tree[]) : [];
}

export function wordsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

export function isInstalled(program: string): boolean {
  return spawnSync(program, ["--help"], { stdio: "ignore" }).error === undefined;
}
