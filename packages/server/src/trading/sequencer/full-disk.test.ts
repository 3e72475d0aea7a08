// F05: the database's disk is really full. New orders are refused clearly, readers read on, and
// when there is room again trading resumes; nothing is lost and nothing is broken. Needs root, for
// a small disk of memory; the same without a disk is in recovery.test.ts.

import { execFile } from "node:child_process";
import { chown, cp, mkdir, rm, statfs, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import { openDatabase } from "../../platform/database.ts";
import { createLog } from "../../platform/log.ts";
import { nobody } from "../../platform/postgres/child-user.ts";
import { type Postgres, startPostgres } from "../../platform/postgres/supervisor.ts";
import { prepareDatabase } from "../../platform/prepare-database.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { endAll, newDirectory } from "../../testing/postgres-life.ts";
import { marketOrder, untilTrading } from "../testing/bare-exchange.ts";
import { type Answered, accountOf, prepareLoad, runLoad } from "../testing/trading-load.ts";
import { startSequencer } from "./sequencer.ts";

const run = promisify(execFile);
const DISK_BYTES = 96 * 1_048_576;
const ROOM_LEFT_BYTES = 2 * 1_048_576;
const TRADERS = 16;

const log = createLog("silent");
const migrationsDir = join(import.meta.dirname, "../../../migrations");
let disk: string | null = null;

async function mountDisk(): Promise<string | null> {
  if (process.getuid?.() !== 0) return null;
  const folder = await newDirectory();
  const options = ["-t", "tmpfs", "-o", `size=${DISK_BYTES},mode=711`, "tmpfs", folder];
  return run("mount", options).then(
    () => folder,
    () => null,
  );
}

beforeAll(async () => {
  disk = await mountDisk();
  if (disk === null) console.log("F05 on a real disk is skipped: it needs root and mount.");
});
afterAll(async () => {
  if (disk !== null) await run("umount", [disk]);
  await endAll();
});

function start(dataDir: string): Promise<Postgres> {
  const onLost = (reason: Error) => {
    throw reason;
  };
  return startPostgres({ dataDir, log, announce: () => undefined, onLost });
}

/** PostgreSQL ends when its own log finds no room; that disk stays large here. */
async function moveLogElsewhere({ clusterDir }: Postgres): Promise<void> {
  const elsewhere = join(await newDirectory(), "wal");
  const inside = join(clusterDir, "pg_wal");
  await mkdir(elsewhere, { mode: 0o700 });
  await cp(inside, elsewhere, { recursive: true });
  const { uid, gid } = await nobody();
  await run("chown", ["-R", `${uid}:${gid}`, elsewhere]);
  await rm(inside, { recursive: true });
  await symlink(elsewhere, inside);
  await chown(elsewhere, uid, gid);
}

it("F05: refuses while the disk is full, reads on, resumes with room", async ({ skip }) => {
  if (disk === null) return skip();
  const first = await start(disk);
  await first.stop();
  await moveLogElsewhere(first);
  const postgres = await start(disk);
  const { ownerUrl, appUrl } = postgres;
  await prepareDatabase({ ownerUrl, appUrl, migrationsDir, log });
  const address = { url: appUrl, role: null };
  const { database, close } = openDatabase(address, log);
  const sequencer = await startSequencer({ address, database, clock: systemClock, log });
  await prepareLoad(sequencer, TRADERS);

  const ballast = join(disk, "ballast");
  const { bavail, bsize } = await statfs(disk);
  await writeFile(ballast, Buffer.alloc(bavail * bsize - ROOM_LEFT_BYTES));
  const answers: Answered[] = [];
  let isOver = false;
  const load = runLoad(sequencer, {
    name: "full",
    traders: TRADERS,
    isOver: () => isOver,
    onAnswer: (answered) => answers.push(answered),
  });
  while (sequencer.status() === "trading") await sleep(1);
  await sleep(500);
  expect(sequencer.status()).toBe("recovering");
  const account = await sequencer.read((books) => books.account(accountOf(0)));
  expect(account?.cash).toBeGreaterThan(0n);
  const refused = await sequencer.submit(marketOrder(accountOf(0)));
  expect(refused).toMatchObject({ refusal: { reason: "UNAVAILABLE", why: "recovering" } });
  const before = answers.length;

  await unlink(ballast);
  await untilTrading(sequencer, 10_000);
  await sleep(300);
  isOver = true;
  await load;
  expect(answers.length).toBeGreaterThan(before);
  const stored = await database
    .selectFrom("command_key")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirst();
  expect(stored?.count).toBe(BigInt(answers.length));
  expect(await brokenInvariants(ownerUrl)).toEqual({});
  await sequencer.stop();
  await close();
  await postgres.stop();
}, 90_000);
