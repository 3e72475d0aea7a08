// A house in a process of its own (payout-child.ts), as a test holds it: asked over HTTP like any
// other, told where to stop, and killed. Invariant: none outlives the test.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "vite";
import type { UnstampedCommand } from "../../trading/sequencer/sequencer.ts";

/** Where it can be stopped: at a payment, around a command to the books, as a member is told. */
export type Point =
  | "find"
  | "send"
  | "sent"
  | "told"
  | `${"before" | "after"} ${UnstampedCommand["type"]}`;

/** The first, second, … time that it comes by there. */
export type Stop = { readonly at: Point; readonly nth: number };

/** What the two say to each other. */
export type Line = {
  readonly port?: number;
  readonly stop?: Stop;
  readonly stoppedAt?: Point;
  readonly codeOf?: string;
  readonly code?: string;
};

/** In the house's folder: a line per payment that its bank was sent. */
export const SENT_FILE = "sent-payments";

export type PayingProcess = {
  readonly port: number;
  /** From here on. */
  readonly stopAt: (stop: Stop) => Promise<void>;
  readonly stopped: () => Promise<void>;
  /** The newest that was mailed for a withdrawal; empty: none. */
  readonly codeOf: (withdrawalId: string) => Promise<string>;
  /** With SIGKILL; answers once it is gone. */
  readonly kill: () => Promise<void>;
};

const CHILD = join(import.meta.dirname, "payout-child.ts");
/** Inside the package, where its dependencies are found. */
const CACHE = join(import.meta.dirname, "../../../.cache");
const living = new Set<ChildProcess>();

export type PayingProgram = { readonly file: string; readonly remove: () => Promise<void> };

/** One file for all lives: loading hundreds for each takes longer than all that is tested. */
export async function buildPayingProgram(): Promise<PayingProgram> {
  await mkdir(CACHE, { recursive: true });
  const outDir = await mkdtemp(join(CACHE, "payout-child-"));
  await build({
    configFile: false,
    logLevel: "error",
    build: { ssr: CHILD, outDir, minify: false, target: "node20" },
  });
  return {
    file: join(outDir, "payout-child.js"),
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
}

/** It loads at once; `open` lets it begin, when the one before is gone. */
export function loadPayingProcess(
  { file }: PayingProgram,
  at: { readonly url: string; readonly dataDir: string; readonly startsAtMs: number },
): { readonly open: () => Promise<PayingProcess> } {
  const { url, dataDir, startsAtMs } = at;
  const child = spawn(process.execPath, [file, url, dataDir, String(startsAtMs)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  living.add(child);
  const gone = once(child, "close");
  const ended = gone.then(() => {
    living.delete(child);
    throw new Error("Invariant: the house stands until it is killed");
  });
  ended.catch(() => undefined);
  // Killed, it reads no more.
  child.stdin.on("error", () => undefined);
  const heard = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const hear = async (): Promise<Line> => {
    const { value } = await Promise.race([heard.next(), ended]);
    return JSON.parse(value);
  };
  const say = (line: Line) => void child.stdin.write(`${JSON.stringify(line)}\n`);
  return {
    open: async () => {
      say({});
      const { port = 0 } = await hear();
      return {
        port,
        stopAt: async (stop) => {
          say({ stop });
          await hear();
        },
        stopped: async () => {
          const { stoppedAt } = await hear();
          if (!stoppedAt) throw new Error("Invariant: it stands at its point");
        },
        codeOf: async (codeOf) => {
          say({ codeOf });
          return (await hear()).code ?? "";
        },
        kill: async () => {
          child.kill("SIGKILL");
          await gone;
        },
      };
    },
  };
}

export function killPayingProcesses(): void {
  for (const child of living) child.kill("SIGKILL");
}
