// The commands of docs/runbook.md, block by block, as they stand there. A drill runs a block by its
// name; runbook.test.ts holds that every block has a drill.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../program.ts";

export type RunbookBlock = {
  readonly name: string;
  /** Needs several processes: run on `npm run cluster`. */
  readonly isForCluster: boolean;
  readonly words: string;
};

const BLOCK = /^```(\w*)(?: ([a-z-]+))?( cluster)?\n([\s\S]*?)^```$/gm;

export function readRunbook(): string {
  return readFileSync(join(ROOT, "docs/runbook.md"), "utf8");
}

/** Throws on a block that has no name: nobody could run it. */
export function runbookBlocks(): RunbookBlock[] {
  return [...readRunbook().matchAll(BLOCK)].map(([whole, kind, name, cluster, words = ""]) => {
    if (kind !== "sh" || !name) throw new Error(`a block of the runbook has no name:\n${whole}`);
    return { name, isForCluster: cluster !== undefined, words };
  });
}

export function runbookBlock(name: string): string {
  const found = runbookBlocks().find((block) => block.name === name);
  if (!found) throw new Error(`docs/runbook.md has no block ${name}`);
  return found.words;
}
