// What a socket costs the gateway in memory, and how many bytes a reader of all markets is sent per
// flush: the product's gateway in a process of its own, a thousand clients, a few seconds.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { openCrowd } from "../../fanout/parts/crowd.ts";

const SERVER = join(import.meta.dirname, "../../fanout/parts/product-server.ts");
const MARKETS = 56;
const SOCKETS = 1_000;
const SECONDS = 4;
const TICKS_PER_MARKET = 20;

type Measured = Readonly<Record<string, number>>;

export async function measureSockets(): Promise<Measured> {
  const server = spawn(process.execPath, ["--import", "tsx", SERVER, String(MARKETS), "0"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const crowd = openCrowd();
  try {
    const [port] = await once(createInterface({ input: server.stdout }), "line");
    server.stdin.write(`rate ${TICKS_PER_MARKET}\n`);
    await crowd.connect({ name: "warm", kind: "product", port: Number(port), count: 100 });
    await sleep(1_000);
    const before = residentBytes(server.pid);
    await crowd.connect({ name: "all", kind: "product", port: Number(port), count: SOCKETS });
    await crowd.begin("all");
    await sleep(SECONDS * 1_000);
    const heard = await crowd.end("all");
    const after = residentBytes(server.pid);
    return {
      socketMemoryBytes: (after - before) / SOCKETS,
      updateBytes: heard.bytesPerUpdate,
      updatesPerSecond: heard.updates / SOCKETS / SECONDS,
    };
  } finally {
    crowd.stop();
    server.stdin.end("quit\n");
  }
}

function residentBytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1_024;
}
