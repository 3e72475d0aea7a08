// The life of the server as the person at the terminal sees it: ready, stopped, killed, recovered,
// and every reason not to start as one clear line. Runs the built program (see program.ts).

import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import {
  type End,
  freePort,
  killAll,
  type ProgramOptions,
  postgresOf,
  ROOT,
  runToEnd,
  startProgram,
  type User,
} from "./program.ts";

const SECOND_START_MAX_MS = 8_000;
const END_MAX_MS = 5_000;
const SYSTEM_FOLDER = "/var/lib/truetick";
const isRoot = process.getuid?.() === 0;
const folders: string[] = [];

function newFolder(mode = 0o711): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "truetick-e2e-")));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

function nobody(): NonNullable<User> {
  const [, uid, gid] =
    /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8")) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

async function expectReady(origin: string): Promise<void> {
  const ready = await fetch(`${origin}/readyz`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({ ready: true, isDatabaseReachable: true });
  const page = await fetch(`${origin}/`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("<!doctype html>");
}

afterEach(async () => {
  await killAll();
  // What a killed server left behind is the next start's to end; here there is none.
  for (const pid of folders.flatMap(postgresOf)) process.kill(pid, "SIGKILL");
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe("a start", () => {
  it("says where it serves, serves there, and ends with 0 when told to", async () => {
    const dataDir = newFolder();
    // Not even a warning on the way up and down.
    const settings = { LOG_LEVEL: "warn" };
    const first = await startProgram({ dataDir, settings });
    expect(first.stdout()).toMatch(/^Trader app {3}http:\/\/localhost:\d+\/$/m);
    await expectReady(first.origin);
    const end = await first.end("SIGTERM");
    expect(end).toMatchObject({ code: 0, stderr: "" });
    expect(end.tookMs).toBeLessThan(END_MAX_MS);
    expect(postgresOf(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, "server.lock"))).toBe(false);

    const second = await startProgram({ dataDir, settings });
    expect(second.readyAfterMs).toBeLessThan(SECOND_START_MAX_MS);
    expect(second.stdout()).not.toMatch(/Installing|Building/);
    const interrupted = await second.end("SIGINT");
    expect(interrupted).toMatchObject({ code: 0, stderr: "" });
  });

  it("ends in time with clients idle, half said, and listening to prices", async () => {
    const dataDir = newFolder();
    const program = await startProgram({ dataDir });
    const clients = [
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "POST /v1/api/forex/trade_list HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf",
      "GET /v1/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    ].map((words) => {
      const client = connect(Number(new URL(program.origin).port), "127.0.0.1");
      client.on("error", () => undefined);
      client.resume();
      client.write(words);
      return once(client, "close");
    });
    await new Promise((resume) => setTimeout(resume, 300));
    const end = await program.end("SIGTERM");
    expect(end.code).toBe(0);
    expect(end.tookMs).toBeLessThan(END_MAX_MS);
    await Promise.all(clients);
  });

  it("told to end in the middle of starting, leaves nothing running or broken", async () => {
    const dataDir = newFolder();
    for (const afterMs of [250, 500, 750, 1_000, 1_250]) {
      const { stderr } = await runToEnd({ dataDir }, afterMs);
      expect(stderr).toBe("");
      await vi.waitFor(() => expect(postgresOf(dataDir)).toEqual([]), 5_000);
    }
    const program = await startProgram({ dataDir });
    await expectReady(program.origin);
    await program.end("SIGTERM");
  });

  it("through npm: a signal to npm reaches the server, and its end is npm's", async () => {
    const dataDir = newFolder();
    const npm = await startProgram({ dataDir, isThroughNpm: true });
    await expectReady(npm.origin);
    const end = await npm.end("SIGTERM");
    expect(end.code).toBe(0);
    expect(end.tookMs).toBeLessThan(END_MAX_MS);
    expect(postgresOf(dataDir)).toEqual([]);
  });

  it("through npm: when npm is killed, the server does not linger", async () => {
    const dataDir = newFolder();
    const npm = await startProgram({ dataDir, isThroughNpm: true });
    await npm.end("SIGKILL");
    await vi.waitFor(() => expect(postgresOf(dataDir)).toEqual([]), { timeout: 10_000 });
    const next = await startProgram({ dataDir });
    await next.end("SIGTERM");
  });

  it("works as an ordinary user", async () => {
    const user = isRoot ? nobody() : null;
    if (user && !canRead(user)) {
      console.log("Ordinary users cannot read this checkout: nothing to show as one.");
      return;
    }
    const dataDir = newFolder(0o700);
    if (user) chownSync(dataDir, user.uid, user.gid);
    const program = await startProgram({ dataDir, user });
    await expectReady(program.origin);
    expect(statSync(join(dataDir, "postgres")).uid).toBe(user?.uid ?? process.getuid?.());
    expect(await program.end("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
    expect(postgresOf(dataDir)).toEqual([]);
  });

  it.skipIf(!isRoot)("works as root from a folder that only root can enter", async () => {
    const hadSystemFolder = existsSync(SYSTEM_FOLDER);
    const root = copyCheckout(0o700);
    const dataDir = join(root, "data");
    const program = await startProgram({ dataDir, root });
    const said = program.stdout();
    expect(said).toMatch(/cannot reach .*: the database goes to \/var\/lib\/truetick\//);
    expect(said).toMatch(/it runs from \/var\/lib\/truetick\/postgresql-/);
    await expectReady(program.origin);
    expect(await program.end("SIGTERM")).toMatchObject({ code: 0, stderr: "" });

    writeFileSync(join(root, "packages/server/src/new-source.ts"), "// A source that changed.\n");
    rmSync(dirname(realpathSync(join(dataDir, "postgres"))), { recursive: true });
    const again = await runToEnd({ dataDir, root });
    expect(again.stdout).toMatch(/^Building server …$/m);
    expectOneLine(again, /points to a database that is gone/);
    if (!hadSystemFolder) rmSync(SYSTEM_FOLDER, { recursive: true });
  });
});

function canRead(user: NonNullable<User>): boolean {
  const script = join(ROOT, "scripts/start.mjs");
  return spawnSync(process.execPath, ["--check", script], { ...user, cwd: "/" }).status === 0;
}

/** Hard links where possible: a whole checkout with its packages in a second or two. */
function copyCheckout(mode: number): string {
  const home = realpathSync(mkdtempSync(join(ROOT, ".cache/e2e-")));
  folders.push(home);
  for (const name of ["package.json", "package-lock.json", "tsconfig.base.json", "scripts"]) {
    execFileSync("cp", ["-a", join(ROOT, name), home]);
  }
  for (const name of ["packages", "node_modules"]) {
    execFileSync("cp", ["-al", join(ROOT, name), home]);
  }
  chmodSync(home, mode);
  return home;
}

/** PostgreSQL's children go by themselves once the postmaster is dead: some are gone already. */
function killIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

describe("after kill -9", () => {
  it("F01: of the server, the next start ends what was left and recovers", async () => {
    const dataDir = newFolder();
    const killed = await startProgram({ dataDir });
    await killed.end("SIGKILL");
    const orphans = postgresOf(dataDir);
    expect(orphans.length).toBeGreaterThan(0);
    const next = await startProgram({ dataDir });
    await expectReady(next.origin);
    expect(postgresOf(dataDir).filter((pid) => orphans.includes(pid))).toEqual([]);
    expect(await next.end("SIGTERM")).toMatchObject({ code: 0 });
  });

  it("F03: of the server and PostgreSQL, the next start recovers by itself", async () => {
    const dataDir = newFolder();
    const killed = await startProgram({ dataDir });
    await killed.end("SIGKILL");
    for (const pid of postgresOf(dataDir)) killIfAlive(pid);
    const next = await startProgram({ dataDir });
    await expectReady(next.origin);
    expect(await next.end("SIGTERM")).toMatchObject({ code: 0 });
  });

  it("F03: of PostgreSQL alone, the server brings it back and goes on serving", async () => {
    const dataDir = newFolder();
    const program = await startProgram({ dataDir });
    const before = postgresOf(dataDir);
    const postmaster = Number(
      readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0],
    );
    expect(before).toContain(postmaster);
    process.kill(postmaster, "SIGKILL");
    await vi.waitFor(() => expectReady(program.origin), { timeout: 15_000, interval: 200 });
    expect(postgresOf(dataDir)).not.toContain(postmaster);
    expect(await program.end("SIGTERM")).toMatchObject({ code: 0 });
  });
});

describe("DATABASE_URL", () => {
  it("serves from a PostgreSQL that is not ours to supervise", async () => {
    const [hostDir, dataDir] = [newFolder(), newFolder()];
    const host = await startProgram({ dataDir: hostDir });
    // The other database of the first server's PostgreSQL stands for one of somebody's own.
    const socket = encodeURIComponent(join(hostDir, "postgres-socket"));
    const url = `postgresql:///postgres?host=${socket}&user=truetick`;
    const program = await startProgram({ dataDir, settings: { DATABASE_URL: url } });
    await expectReady(program.origin);
    expect(existsSync(join(dataDir, "postgres"))).toBe(false);
    expect(await program.end("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
    await expectReady(host.origin);
    await host.end("SIGTERM");
  });
});

function expectOneLine(end: End, line: RegExp): void {
  expect(end.stderr).toMatch(line);
  expect(end.stderr.trimEnd()).not.toMatch(/\n|^\s+at /);
  expect(end.code).toBe(2);
}

describe("a start that cannot be", () => {
  const OLD_NODE =
    'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.20.8"})';

  function blockedFolder(): string {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    return join(file, "data");
  }

  it.each<[string, () => ProgramOptions, RegExp]>([
    [
      "on an old Node",
      () => ({ dataDir: newFolder(), nodeOptions: ["--import", OLD_NODE] }),
      /^Truetick needs Node 20\.19 or newer; this is Node 18\.20\.8\.$/m,
    ],
    [
      "in a folder that cannot be written",
      () => ({ dataDir: blockedFolder() }),
      /^DATA_DIR \S+ cannot be written: a part of the path is a file\.$/m,
    ],
    [
      "on a database that is not there",
      () => ({
        dataDir: newFolder(),
        settings: { DATABASE_URL: "postgresql://me:secret@127.0.0.1:1/books" },
      }),
      /^The database books at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/m,
    ],
    [
      "on an address that is not one",
      () => ({ dataDir: newFolder(), settings: { DATABASE_URL: "books" } }),
      /^DATABASE_URL is not a PostgreSQL address/m,
    ],
    [
      "on a port that is not one",
      () => ({ dataDir: newFolder(), settings: { PORT: "http" } }),
      /^PORT=http is not a whole number/m,
    ],
    [
      "live on simulated prices (H13)",
      () => ({ dataDir: newFolder(), settings: { MODE: "live" } }),
      /^MODE=live refuses to start: FEED=sim makes its prices up/m,
    ],
  ])("%s: one clear line and a code that says so", async (_, options, line) => {
    const end = await runToEnd(options());
    expectOneLine(end, line);
    expect(end.stderr).not.toContain("secret");
  });

  it("in a folder of somebody else's: one clear line", async () => {
    const user = isRoot ? nobody() : null;
    if (user && !canRead(user)) return;
    const dataDir = newFolder(0o555);
    expectOneLine(await runToEnd({ dataDir, user }), /cannot be written: permission denied\.$/m);
  });

  it("on an occupied port: one clear line, before anything heavy", async () => {
    const port = await freePort();
    const occupant = createServer();
    await new Promise<void>((resolve) => occupant.listen(port, resolve));
    const dataDir = newFolder();
    const end = await runToEnd({ dataDir, settings: { PORT: String(port) } });
    occupant.close();
    expectOneLine(end, new RegExp(`^Port ${port} is in use\\.`, "m"));
    expect(existsSync(join(dataDir, "postgres"))).toBe(false);
  });

  it("F04: beside another server on the same folder: one clear line", async () => {
    const dataDir = newFolder();
    const first = await startProgram({ dataDir });
    const end = await runToEnd({ dataDir });
    expectOneLine(
      end,
      new RegExp(`^DATA_DIR ${dataDir} is in use by .* \\(process ${first.pid}\\)`),
    );
    await expectReady(first.origin);
    await first.end("SIGTERM");
  });
});
