// Runs `npm run verify` or `npm run witness` as its user would, in a process of its own.

import { type ExecFileException, execFile } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./program.ts";

type Ran = { readonly code: number; readonly text: string };

/** `preloaded`: a module that is there before the program. */
export function runVerifier(
  script: "verify" | "witness",
  args: readonly string[],
  preloaded: string | null = null,
): Promise<Ran> {
  const program = join(ROOT, `packages/verify/src/command-line/${script}.ts`);
  const before = preloaded === null ? [] : ["--import", preloaded];
  const parameters = ["--import", "tsx", ...before, program, ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, parameters, { cwd: ROOT }, (error, stdout, stderr) => {
      const code = (error as ExecFileException | null)?.code ?? 0;
      resolve({ code: Number(code), text: stdout + stderr });
    });
  });
}
