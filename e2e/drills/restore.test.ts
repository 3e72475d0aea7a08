// F26: backup, destruction, restore. A platform trades on a PostgreSQL with the settings of
// deploy/; the commands are those of docs/runbook.md. Restored to a chosen time, everything
// acknowledged by then is there and nothing later; restored to the end with what was left of the
// old disk, nothing at all is lost. Each time the verifier calls the record whole, the invariants
// hold, and what a trader had been shown before still verifies. `FULL=1` chooses more times, and
// has a gigabyte beside the record, which every backup and every restore carries along.

import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { freePort, killAll, type Program, startProgram } from "../program.ts";
import { runVerifier } from "../run-verifier.ts";
import {
  type DatabaseServer,
  findPrograms,
  startDatabaseServer,
  WITHOUT_PROGRAMS,
} from "./database-server.ts";
import { type OrderStream, openStream } from "./order-stream.ts";
import { lostBy, newVerdict, storedOrders } from "./restored-record.ts";
import { runbookBlock } from "./runbook-blocks.ts";

const IS_FULL = process.env.FULL === "1";
const TEST_TIMEOUT_MS = IS_FULL ? 1_800_000 : 240_000;
/** What the drill trades before the backup, and after it. */
const BEFORE_MS = 2_000;
const AFTER_MS = 6_000;
const TIMES = IS_FULL ? 5 : 1;
const RESTORED_WITHIN_MS = IS_FULL ? 300_000 : 60_000;
/** Rows of some hundred bytes that do not compress. */
const WEIGHT_ROWS = IS_FULL ? 5_200_000 : 1;
const SETTINGS = { PROOF_EVERY_SECONDS: "1", PROOF_VERIFY_EVERY_SECONDS: "2" };

const programs = findPrograms();
if (programs === null) console.log(WITHOUT_PROGRAMS);

const base = realpathSync(mkdtempSync(join(tmpdir(), "truetick-restore-")));
// PostgreSQL has a user of its own under root, who must be able to pass.
chmodSync(base, 0o711);
const dataDir = join(base, "data");
let server: DatabaseServer;
let port: number | null = null;
let platform: Program;
let stream: OrderStream;
/** A moment in the middle of the trading, by the clock that stamps commits. */
let chosenMs: readonly number[] = [];

/** A minute has passed: what was written so far is in the archive. */
const ARCHIVED = `
  wal=$(psql "$DATABASE_URL" -XAtc "select pg_walfile_name(pg_switch_wal())")
  until [ -e "$ARCHIVE/$wal" ]; do sleep 0.2; done`;

/** A database of its own: the platform's stays what the platform made. */
const WEIGH_DOWN = `
  psql --dbname=postgres --no-psqlrc --quiet --command "create database weight"
  psql --dbname=weight --no-psqlrc --quiet --command "create table weight as
    select sha512(at::text::bytea) || sha512((-at)::text::bytea) || sha256(at::text::bytea) as bytes
    from generate_series(1, ${WEIGHT_ROWS}) at"`;
const WEIGHED = `psql "$DATABASE_URL" -XAtc "select sum(pg_database_size(oid)) from pg_database"`;

const sleep = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** At one address: a checkpoint names the platform by it. */
async function startPlatform(folder: string): Promise<Program> {
  port ??= await freePort();
  const settings = { PORT: String(port), DATABASE_URL: server.url, ...SETTINGS };
  return await startProgram({ dataDir: folder, settings });
}

/** The keys are all that is kept beside the database. */
function newHome(name: string): string {
  const home = join(base, name);
  mkdirSync(home);
  cpSync(join(dataDir, "secrets"), join(home, "secrets"), { recursive: true });
  return home;
}

async function save(name: string, path: string): Promise<string> {
  const headers = { authorization: stream.token, lang: "en" };
  const answer = await fetch(`${platform.origin}${path}`, { headers });
  expect(answer.status).toBe(200);
  writeFileSync(join(base, name), await answer.text());
  return join(base, name);
}

afterEach(killAll);
afterAll(async () => {
  await killAll();
  await server?.stop();
  rmSync(base, { recursive: true, force: true });
});

describe.skipIf(programs === null)(
  "F26: a platform with an archive",
  () => {
    beforeAll(async () => {
      server = await startDatabaseServer(join(base, "postgres"), programs ?? "");
      await server.shell(WEIGH_DOWN);
      platform = await startPlatform(dataDir);
      stream = await openStream(platform.origin);
      await sleep(BEFORE_MS);
      await server.shell(runbookBlock("take-backup"));
      const startedMs = Date.now();
      await sleep(AFTER_MS);
      const span = Date.now() - startedMs - 1_500;
      chosenMs = Array.from({ length: TIMES }, () => startedMs + 500 + Math.random() * span);
      await save("checkpoint.json", "/v1/api/proof/checkpoint_file");
      await server.shell(ARCHIVED);
    }, TEST_TIMEOUT_MS);

    it("loses nothing when the machine dies and its last WAL can be read", async () => {
      await sleep(500);
      // No goodbye for anybody: the platform first, so that nothing is acknowledged later.
      await platform.end("SIGKILL");
      await stream.stop();
      const destroyedAtMs = Date.now();
      await server.shell(runbookBlock("set-broken-aside"));
      await server.shell(runbookBlock("lay-out"));
      await server.shell(runbookBlock("bring-last-wal"));
      const said = await server.shell(runbookBlock("start-restored"));
      expect(said).toMatch(/\d+ invariants hold/);
      const stored = await storedOrders(server.url);
      expect(stream.acknowledged().length).toBeGreaterThan(50);
      expect(lostBy(stream.acknowledged(), stored, Number.POSITIVE_INFINITY)).toEqual([]);

      platform = await startPlatform(newHome("after-loss"));
      const tookMs = Date.now() - destroyedAtMs;
      expect(tookMs).toBeLessThan(RESTORED_WITHIN_MS);
      expect((await fetch(`${platform.origin}/readyz`)).status).toBe(200);
      expect(await newVerdict(platform.origin, destroyedAtMs)).toMatchObject({
        is_whole: 1,
        all_bad: [],
      });
      // What a browser had kept before still extends to what it is shown now.
      const kept = join(base, "checkpoint.json");
      const { number } = JSON.parse(JSON.parse(readFileSync(kept, "utf8")).body.checkpoint.text);
      const archive = await save("archive.ndjson", `/v1/api/proof/archive?since=${number}`);
      const checked = await runVerifier("verify", [archive, "--since", kept]);
      expect([checked.code, checked.text]).toEqual([
        0,
        expect.stringContaining("extends what was"),
      ]);
      const megabytes = Number(await server.shell(WEIGHED)) / 1_048_576;
      console.log(
        `F26: ${stream.acknowledged().length} orders acknowledged, 0 lost; ` +
          `${megabytes.toFixed(0)} MB, serving ${(tookMs / 1_000).toFixed(1)} s after the loss`,
      );
      await platform.end("SIGTERM");
    });

    it("is at a chosen time what it was then, whole, and trades on", async () => {
      for (const [round, atMs] of chosenMs.entries()) {
        rmSync(`${server.places.PGDATA}.broken`, { recursive: true, force: true });
        await server.shell(runbookBlock("set-broken-aside"));
        const TIME = new Date(atMs).toISOString().replace("T", " ").replace("Z", "+00");
        await server.shell(runbookBlock("lay-out"), { TIME });
        const said = await server.shell(runbookBlock("start-restored"));
        expect(said).toMatch(/\d+ invariants hold/);
        const stored = await storedOrders(server.url);
        expect(lostBy(stream.acknowledged(), stored, atMs)).toEqual([]);
        const later = stream.acknowledged().filter(({ askedAtMs }) => askedAtMs > atMs);
        expect(later.length).toBeGreaterThan(0);
        expect(later.filter(({ orderId }) => stored.has(orderId))).toEqual([]);

        const restoredAtMs = Date.now();
        platform = await startPlatform(newHome(`at-a-time-${round}`));
        const next = await openStream(platform.origin);
        expect(await newVerdict(platform.origin, restoredAtMs)).toMatchObject({ is_whole: 1 });
        await next.stop();
        expect(next.acknowledged().length).toBeGreaterThan(0);
        expect(lostBy(next.acknowledged(), await storedOrders(server.url), Date.now())).toEqual([]);
        expect((await platform.end("SIGTERM")).code).toBe(0);
        rmSync(`${server.places.PGDATA}.broken`, { recursive: true, force: true });
      }
    });
  },
  TEST_TIMEOUT_MS,
);
