// 10,000 sockets connect and stay; after a restart all are back within 30 s (F19, F20).
//
// The whole product with real sessions. Needs `ulimit -n` of 12,000 or more and about 2 GB; says so
// and does nothing otherwise. BENCH_SOCKETS=2000 makes a quick look.

import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openLab } from "../orders/parts/lab.ts";
import { makeTraders } from "../orders/parts/servers.ts";
import { freePort } from "./parts/contenders.ts";
import { finish, must } from "./parts/measure.ts";
import type { Standing } from "./parts/return-load.ts";
import { startWholeProgram } from "./parts/whole-program.ts";

const SOCKETS = Number(process.env.BENCH_SOCKETS ?? 10_000);
const SOCKETS_PER_TRADER = 5;
const PROCESSES = 2;
/** One for each socket, and room for everything else. */
const SPARE_FILES = 2_000;
const CONNECTED_WITHIN_MS = 60_000;
const STAY_MS = 20_000;
const BACK_WITHIN_MS = 30_000;

const files = Number(spawnSync("sh", ["-c", "ulimit -n"]).stdout);
if (files < SOCKETS + SPARE_FILES) {
  console.log(`SKIP  ${SOCKETS} sockets need ulimit -n of ${SOCKETS + SPARE_FILES}, not ${files}`);
  process.exit(0);
}

const lab = await openLab();
const traders = await makeTraders(lab, Math.ceil(SOCKETS / SOCKETS_PER_TRADER));
const port = await freePort();
const program = await startWholeProgram({ databaseUrl: lab.ownerUrl, port });
const latest = new Map<ChildProcess, Standing>();
const script = join(import.meta.dirname, "parts/return-load.ts");
for (let at = 0; at < PROCESSES; at += 1) {
  const child = fork(script);
  const count = Math.floor(SOCKETS / PROCESSES);
  const tokens = Array.from({ length: count }, (_, index) => {
    return traders[(index * PROCESSES + at) % traders.length]?.token ?? "";
  });
  child.on("message", (standing: Standing) => latest.set(child, standing));
  child.send({ port, tokens });
}

function standing(): Standing {
  const sum = (read: (each: Standing) => number) =>
    [...latest.values()].reduce((total, each) => total + read(each), 0);
  return {
    inside: sum(({ inside }) => inside),
    refusedLogins: sum(({ refusedLogins }) => refusedLogins),
    failedTries: sum(({ failedTries }) => failedTries),
    returns: sum(({ returns }) => returns),
  };
}

/** Milliseconds until everybody is in; as many as allowed when somebody is not. */
async function untilAllInside(withinMs: number): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < withinMs) {
    if (standing().inside === SOCKETS) return performance.now() - startedAt;
    await sleep(100);
  }
  return withinMs;
}

const connectedMs = await untilAllInside(CONNECTED_WITHIN_MS);
must(standing().inside === SOCKETS, `${standing().inside} sockets in ${shown(connectedMs)}`);
await sleep(STAY_MS);
const stayed = standing();
must(
  stayed.inside === SOCKETS && stayed.returns === 0,
  `${stayed.inside} stayed for ${shown(STAY_MS)}, ${stayed.returns} had to come back`,
);
await program.restart();
const backMs = await untilAllInside(BACK_WITHIN_MS);
const { inside, returns, refusedLogins, failedTries } = standing();
must(inside === SOCKETS, `${inside} back ${shown(backMs)} after the restart (at most 30 s)`);
must(refusedLogins === 0, `${refusedLogins} logins refused, ${returns} returned`);
console.log(`      ${failedTries} tries while nobody was there, or the door was not open yet`);
for (const child of latest.keys()) child.disconnect();
await program.stop();
await lab.close();
finish();

function shown(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
