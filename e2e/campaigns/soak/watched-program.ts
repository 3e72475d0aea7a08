// The built program with a window on its memory: at a signal it collects its garbage and says how
// much of its heap is left; the system says what the process holds. Used by soak.test.ts.

import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { OPERATOR_SETTINGS } from "../../operators.ts";
import { Outbox } from "../../outbox.ts";
import type { Platform } from "../../platform.ts";
import { freePort, startProgram } from "../../program.ts";
import type { Sample } from "./trend.ts";

export type WatchedPlatform = Omit<Platform, "restart"> & {
  readonly port: number;
  readonly sample: () => Promise<Sample>;
};

const WINDOW =
  "data:text/javascript,process.on('SIGUSR2',()=>{gc();gc();" +
  "console.log('heap '+process.memoryUsage().heapUsed)})";
const ANSWERED_WITHIN_MS = 20_000;

export async function startWatched(): Promise<WatchedPlatform> {
  const dataDir = await mkdtemp(join(tmpdir(), "truetick-soak-"));
  // Under root, PostgreSQL has a user of its own who must be able to pass.
  await chmod(dataDir, 0o711);
  const port = await freePort();
  const program = await startProgram({
    dataDir,
    settings: {
      PORT: String(port),
      MODE: "sandbox",
      SIM_SEED: "20240115",
      TRUST_PROXY: "1",
      ...OPERATOR_SETTINGS,
    },
    nodeOptions: ["--max-semi-space-size=64", "--expose-gc", "--import", WINDOW],
  });
  const heaps = () => [...program.stdout().matchAll(/^heap (\d+)$/gm)];
  return {
    origin: `http://localhost:${port}`,
    port,
    dataDir,
    outbox: new Outbox(dataDir),
    async sample() {
      const known = heaps().length;
      process.kill(program.pid, "SIGUSR2");
      for (let waitedMs = 0; heaps().length === known; waitedMs += 20) {
        if (waitedMs > ANSWERED_WITHIN_MS) throw new Error("it does not tell its memory");
        await sleep(20);
      }
      const heapMb = Number(heaps().at(-1)?.[1]) / 1e6;
      return { atMs: performance.now(), heapMb, rssMb: rssMbOf(program.pid) };
    },
    async stop() {
      const { code, stderr } = await program.end("SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
      if (code !== 0) throw new Error(`The server ended with ${code}: ${stderr}`);
    },
  };
}

function rssMbOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1]) * 1_024) / 1e6;
}
