// Servers on one core and clients on the others, so that neither is measured by the other's work.
// Where there is one core only, or no taskset, nobody is moved.

import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

const cores = availableParallelism();

export function pinToServerCore(pid: number | undefined): void {
  pin(pid, String(cores - 1));
}

export function pinAwayFromServers(pid: number | undefined): void {
  pin(pid, `0-${cores - 2}`);
}

function pin(pid: number | undefined, list: string): void {
  if (pid === undefined || cores < 2) return;
  spawnSync("taskset", ["--all-tasks", "--cpu-list", "--pid", list, String(pid)]);
}
