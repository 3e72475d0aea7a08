// The rest of docs/runbook.md: every block that needs one database and one process is run here as
// it stands, in the order of a bad day, and does what the runbook says of it. What restores is run
// by restore.test.ts, what needs several processes on the cluster. Also: no block without a drill.

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, killAll, type Program, ROOT, runToEnd, startProgram } from "../program.ts";
import {
  type DatabaseServer,
  findPrograms,
  startDatabaseServer,
  WITHOUT_PROGRAMS,
} from "./database-server.ts";
import { openStream, postForm } from "./order-stream.ts";
import { lostBy, storedOrders } from "./restored-record.ts";
import { readRunbook, runbookBlock, runbookBlocks } from "./runbook-blocks.ts";

const TEST_TIMEOUT_MS = 240_000;
const LATER_MAX_MS = 60_000;
/** Of a trader who is in the middle of it when the first machine is lost. */
const ORDERS_MIN = 10;
const programs = findPrograms();
if (programs === null) console.log(WITHOUT_PROGRAMS);

const base = realpathSync(mkdtempSync(join(tmpdir(), "truetick-runbook-")));
// PostgreSQL has a user of its own under root, who must be able to pass.
chmodSync(base, 0o711);
const settingsFolder = join(base, "settings");
const dataDir = join(base, "data");
let server: DatabaseServer;
let platform: Program;
let port: number;

afterAll(async () => {
  await killAll();
  await server?.stop();
  rmSync(base, { recursive: true, force: true });
});

async function later<T>(look: () => Promise<T | null>): Promise<T> {
  const endMs = Date.now() + LATER_MAX_MS;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > endMs) throw new Error("it did not come");
    await new Promise((resume) => setTimeout(resume, 200));
  }
}

/** As systemd reads them; what only a live platform needs is left out of a drill. */
function settingsNow(): Record<string, string> {
  const lines = readFileSync(join(settingsFolder, "truetick.env"), "utf8").split("\n");
  const pairs = lines
    .filter((line) => /^(?:SECRET_\w+|PROOF_KEY_GENERATION|DATABASE_URL)=/.test(line))
    .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]);
  return { PORT: String(port), PROOF_EVERY_SECONDS: "1", ...Object.fromEntries(pairs) };
}

async function restart(): Promise<void> {
  if (platform) expect((await platform.end("SIGTERM")).code).toBe(0);
  platform = await startProgram({ dataDir, settings: settingsNow() });
}

/** Runs a block where the settings are; the database's own are run as its user. */
async function onSettings(name: string): Promise<string> {
  const env = { ...server.places, SETTINGS: settingsFolder, DATABASE_URL: databaseUrl() };
  const run = promisify(execFile);
  const { stdout, stderr } = await run("sh", ["-euc", runbookBlock(name)], { env });
  return stdout + stderr;
}

function databaseUrl(): string {
  const text = readFileSync(join(settingsFolder, "truetick.env"), "utf8");
  return /^DATABASE_URL=(.*)$/m.exec(text)?.[1] ?? "";
}

const onDatabase = (name: string, more: Readonly<Record<string, string>> = {}) =>
  server.shell(runbookBlock(name), { DATABASE_URL: databaseUrl(), ...more });
const asked = () => ({ ORIGIN: platform.origin });

const ORDER = { forex_id: "1", multiple: "30", status: "1", type: "1", cont: "0.01" };
const HALTED = 2201;
const CLOSING_ONLY = 2835;

async function openDemo(): Promise<string> {
  return await later(async () => {
    const demo = { demo_id: randomBytes(16).toString("hex") };
    const login = await postForm(`${platform.origin}/api/user/createAccountDemoForU`, demo);
    return login.code === 1 ? (login.data as { token: string }).token : null;
  });
}

/** As two people at the desk would; theirs is another drill's. */
async function letGo(table: string, flag: string): Promise<void> {
  await server.shell(
    `psql "$DATABASE_URL" -Xqc \
      "insert into ${table} (market_id, ${flag}, reason, ordered_by) \
    select id, false, 'The fault is mended.', 'a drill' from market"`,
  );
}

describe("the runbook", () => {
  it("has no block that no drill runs, and no drill of a block that is gone", () => {
    const drills = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".test.ts"));
    const text = drills.map((name) => readFileSync(join(import.meta.dirname, name), "utf8")).join();
    const isRun = (name: string) =>
      new RegExp(`(?:runbookBlock|onDatabase|onSettings)\\(\\s*"${name}"`).test(text);
    const blocks = runbookBlocks();
    expect(blocks.length).toBeGreaterThan(20);
    const own = blocks.filter(({ isForCluster }) => !isForCluster);
    expect(own.filter(({ name }) => !isRun(name)).map(({ name }) => name)).toEqual([]);
    expect(new Set(blocks.map(({ name }) => name)).size).toBe(blocks.length);
  });

  it("names files that exist", () => {
    const named = [...readRunbook().matchAll(/\$TRUETICK\/([\w./-]+)/g)].map(
      ([, path = ""]) => path,
    );
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe.skipIf(programs === null)(
  "a bad day, by the book",
  () => {
    beforeAll(async () => {
      port = await freePort();
      mkdirSync(settingsFolder);
      copyFileSync(join(ROOT, "deploy/truetick.env.example"), join(settingsFolder, "truetick.env"));
      server = await startDatabaseServer(join(base, "postgres"), programs ?? "");
      await promisify(execFile)("sed", [
        "-i",
        `s#^DATABASE_URL=.*#DATABASE_URL=${server.url}#`,
        join(settingsFolder, "truetick.env"),
      ]);
      await onSettings("draw-keys");
      await restart();
    }, TEST_TIMEOUT_MS);

    it("draws keys of its own for every use, which nobody else reads", () => {
      const keys = Object.entries(settingsNow()).filter(([name]) => name.startsWith("SECRET_"));
      expect(new Set(keys.map(([, key]) => key)).size).toBe(5);
      for (const [, key] of keys) expect(key).toMatch(/^[0-9a-f]{64}$/);
      expect(statSync(join(settingsFolder, "truetick.env")).mode & 0o777).toBe(0o600);
    });

    it("looks: alive, whole, owned, archived", async () => {
      const said = await onDatabase("look", asked());
      expect(said).toContain('"alive":true');
      expect(said).toContain('"is_whole":1');
      expect(said).toMatch(/shard\/0 .*\| t\n/);
    });

    it("lays ballast and throws it away; says what fills the disk", async () => {
      await onDatabase("lay-ballast");
      expect(existsSync(`${server.places.PGDATA}.ballast`)).toBe(true);
      expect(await onDatabase("find-full")).toMatch(/relname[\s\S]*\(5 rows\)/);
      await onDatabase("drop-ballast");
      expect(existsSync(`${server.places.PGDATA}.ballast`)).toBe(false);
    });

    it("keeps pictures, the folder of a single process, and evidence", async () => {
      const uploads = join(base, "postgres/uploads");
      mkdirSync(uploads);
      if (server.user) chownSync(uploads, server.user.uid, server.user.gid);
      await onDatabase("keep-pictures", { UPLOADS: uploads });
      await onDatabase("keep-folder", { DATA_DIR: uploads });
      await onDatabase("keep-evidence", asked());
      const kept = readdirSync(server.places.BACKUPS ?? "").sort();
      expect(kept).toEqual([
        ".checkpoint.json",
        ".folder.tar.gz",
        ".uploads.tar.gz",
        ".verdict.json",
      ]);
    });

    it("F30: one person, one command: no new risk; closing goes on", async () => {
      const token = await openDemo();
      const place = () => postForm(`${platform.origin}/v1/api/forex/submit`, ORDER, token);
      const opened = await later(async () => {
        const placed = await place();
        return placed.code === 1 ? (placed.data as { Id: string }).Id : null;
      });
      await onDatabase("no-new-risk");
      const refused = await later(async () => {
        const { code, msg } = await place();
        return code === CLOSING_ONLY ? msg : null;
      });
      expect(refused).toContain("Only closing is possible");
      const closed = await postForm(`${platform.origin}/v1/api/forex/close`, { id: opened }, token);
      expect(closed.code).toBe(1);
      const markets = await fetch(`${platform.origin}/v1/api/forex/trade_list`);
      const { data } = (await markets.json()) as { data: { ClosingOnlyReason: string | null }[] };
      expect(data.filter(({ ClosingOnlyReason }) => !ClosingOnlyReason)).toEqual([]);
      await letGo("market_closing_only", "is_closing_only");
      await later(async () => ((await place()).code === 1 ? true : null));
    });

    it("F30: halts every market by one command, visibly, and everything else goes on", async () => {
      await onDatabase("halt-everything");
      const token = await openDemo();
      await later(async () => {
        const placed = await postForm(`${platform.origin}/v1/api/forex/submit`, ORDER, token);
        return placed.code === HALTED ? true : null;
      });
      const halted = await server.shell(
        `psql "$DATABASE_URL" -XAtc \
          "select count(*) = (select count(*) from market) from market_halt"`,
      );
      expect(halted.trim()).toBe("t");
      await letGo("market_halt", "is_halted");
    });

    it("brings the next proof key and another cookie key; refuses another seal key", async () => {
      await onSettings("next-proof-key");
      await onSettings("draw-cookie-key");
      await restart();
      const keys = await onDatabase("show-proof-keys", asked());
      expect(keys).toMatch(/"endorsed_by":null[\s\S]*"endorsed_by":"[0-9a-f]{16}"/);
      const SECRET_SEAL_KEY = randomBytes(32).toString("hex");
      const own = { ...settingsNow(), PORT: String(await freePort()), SECRET_SEAL_KEY };
      const refused = await runToEnd({ dataDir: join(base, "other"), settings: own });
      expect([refused.code, refused.stderr]).toEqual([
        2,
        expect.stringContaining("seal key is not"),
      ]);
    });

    it("changes the password, and moves to a standby without losing an order", async () => {
      await onSettings("change-password");
      await restart();
      const STANDBY = join(base, "postgres/standby");
      const standbyPort = await freePort();
      const url = new URL(databaseUrl());
      const { PGHOST, PGPORT } = server.places;
      const login = `user=truetick password=${url.password}`;
      const PRIMARY = `host=${PGHOST} port=${PGPORT} ${login}`;
      await onDatabase("make-standby", { STANDBY, PRIMARY });
      const start = `echo "port = ${standbyPort}" >> "$STANDBY/postgresql.auto.conf"
      pg_ctl start --pgdata="$STANDBY" --log="$STANDBY.log" --wait --silent`;
      await server.shell(start, { STANDBY });
      await onDatabase("wait-for-standby");
      const stream = await openStream(platform.origin);
      await later(async () => (stream.acknowledged().length > ORDERS_MIN ? true : null));
      await server.shell('pg_ctl stop --pgdata="$PGDATA" --mode=immediate --silent');
      await platform.end("SIGKILL");
      await stream.stop();
      url.port = String(standbyPort);
      const STANDBY_URL = url.href;
      await server.shell(runbookBlock("promote"), { STANDBY, STANDBY_URL });
      const stored = await storedOrders(STANDBY_URL);
      expect(lostBy(stream.acknowledged(), stored, Number.POSITIVE_INFINITY)).toEqual([]);
      const settings = { ...settingsNow(), DATABASE_URL: STANDBY_URL };
      platform = await startProgram({ dataDir, settings });
      expect((await fetch(`${platform.origin}/readyz`)).status).toBe(200);
      expect((await platform.end("SIGTERM")).code).toBe(0);
      await server.shell('pg_ctl stop --pgdata="$STANDBY" --mode=immediate --silent', { STANDBY });
    });
  },
  TEST_TIMEOUT_MS,
);
