// Programs that are kept running: one that dies comes back, one that is told to stop does not, and
// one that ignores that is ended all the same.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepRunning } from "./keep-running.mjs";

/** At once, unless the machine is busy with something else. */
const SOON = { timeout: 30_000 };

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "truetick-kept-"));
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

function keep(source: string, onLine?: (line: string) => void) {
  const program = join(folder, "program.mjs");
  writeFileSync(program, source);
  const how = { command: process.execPath, parameters: [program], env: process.env };
  return keepRunning({ name: "it", ...how, ...(onLine && { onLine }) });
}

const isAlive = (pid: number) => existsSync(`/proc/${pid}`) && !isZombie(pid);
const isZombie = (pid: number) => / Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));

describe("a program that is kept running", () => {
  it("comes back when it is killed, as another process", async () => {
    const lines: string[] = [];
    const kept = keep("console.log('up'); setInterval(() => {}, 1000);", (line) =>
      lines.push(line),
    );
    await vi.waitFor(() => expect(lines).toEqual(["up"]), SOON);
    const first = kept.pid() ?? -1;
    process.kill(first, "SIGKILL");
    expect(await kept.firstEnd).toEqual({ why: "SIGKILL", code: null });
    await vi.waitFor(() => expect(lines).toEqual(["up", "up"]), SOON);
    expect(kept.pid()).not.toBe(first);
    await kept.stop();
  });

  it("says with which code it ended, and is not started again once it was stopped", async () => {
    const kept = keep("process.exit(2);");
    expect(await kept.firstEnd).toEqual({ why: "exit code 2", code: 2 });
    await kept.stop();
    const pid = kept.pid();
    await new Promise((resume) => setTimeout(resume, 500));
    expect(kept.pid()).toBe(pid);
  });

  it("is gone when stopping it is over", async () => {
    const lines: string[] = [];
    const ends = "process.on('SIGTERM', () => setTimeout(() => process.exit(0), 100));";
    const kept = keep(`${ends} console.log('up'); setInterval(() => {}, 1000);`, (line) =>
      lines.push(line),
    );
    await vi.waitFor(() => expect(lines).toEqual(["up"]), SOON);
    const pid = kept.pid() ?? -1;
    await kept.stop();
    expect(isAlive(pid)).toBe(false);
  });
});
