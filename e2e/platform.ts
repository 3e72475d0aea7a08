// A running platform for one worker of the browser tests: its own folder, port and PostgreSQL, the
// same prices every time. Ends as an operator would end it. Used by journey.ts and screens.ts.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProgram } from "./program.ts";

/** Under root, PostgreSQL has a user of its own who must be able to pass. */
const PASSABLE = 0o711;

export type Platform = {
  /** Scheme, host and port; no slash at the end. */
  readonly origin: string;
  readonly stop: () => Promise<void>;
};

export async function startPlatform(): Promise<Platform> {
  const dataDir = await mkdtemp(join(tmpdir(), "truetick-e2e-"));
  await chmod(dataDir, PASSABLE);
  const settings = { MODE: "sandbox", SIM_SEED: "20240115", LOG_LEVEL: "warn" };
  const program = await startProgram({ dataDir, settings });
  return {
    // The address the server prints, which is its own origin too.
    origin: program.origin.replace("127.0.0.1", "localhost"),
    stop: async () => {
      const { code, stdout, stderr } = await program.end("SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
      if (code !== 0) throw new Error(`The server ended with ${code}:\n${stdout}${stderr}`);
    },
  };
}
