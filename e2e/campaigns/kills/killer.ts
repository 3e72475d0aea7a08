// Starts the built program, kills it as no program expects, and starts it again at the same
// address: the server alone (its PostgreSQL is left behind), both together, or PostgreSQL alone
// under a server that lives on. Used by kills.test.ts.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Program, postgresOf, startProgram } from "../../program.ts";

/** Within it, answers under way have arrived, and connections of a dead postmaster end. */
const LAST_WORDS_MS = 100;

export type Victim = "server" | "both" | "postgres";

export type Killer = {
  /**
   * Tells when the victim is dead and what it had said is heard. Comes back when the program serves
   * again; PostgreSQL alone is brought back by the server.
   */
  readonly kill: (victim: Victim, onDead: () => void) => Promise<void>;
  readonly stop: () => Promise<void>;
};

export async function startKiller(dataDir: string, port: number): Promise<Killer> {
  const settings = { PORT: String(port), MODE: "sandbox", SIM_SEED: "20240115" };
  const start = (): Promise<Program> => startProgram({ dataDir, settings });
  let program = await start();
  return {
    async kill(victim, onDead) {
      if (victim === "postgres") process.kill(postmasterOf(dataDir), "SIGKILL");
      else await program.end("SIGKILL");
      if (victim === "both") killPostgres(dataDir);
      await sleep(LAST_WORDS_MS);
      onDead();
      if (victim !== "postgres") program = await start();
    },
    async stop() {
      const { code, stderr } = await program.end("SIGTERM");
      if (code !== 0) throw new Error(`The server ended with ${code}: ${stderr}`);
    },
  };
}

function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
}

/** All of it, also what a killed server has left behind. */
export function killPostgres(dataDir: string): void {
  for (const pid of postgresOf(dataDir)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // Its children go by themselves once the postmaster is dead.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}
