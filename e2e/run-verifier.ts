// Runs `npm run verify` as its user would, in a process of its own.

import { type ExecFileException, execFile } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./program.ts";

const PROGRAM = join(ROOT, "packages/verify/src/command-line/verify.ts");

export type Ran = { readonly code: number; readonly text: string };

export function runVerifier(args: readonly string[]): Promise<Ran> {
  const parameters = ["--import", "tsx", PROGRAM, ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, parameters, { cwd: ROOT }, (error, stdout, stderr) => {
      const code = (error as ExecFileException | null)?.code ?? 0;
      resolve({ code: Number(code), text: stdout + stderr });
    });
  });
}
