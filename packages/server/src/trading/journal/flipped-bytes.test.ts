// F27: bits flip in the database's own files, tables and indexes alike, while it is down. Page
// checksums tell of each: whoever reads such a page hears an error and never a wrong number. And
// once the bits are back, everything is. Twenty files in every run; every file with FULL=1.

import { open } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import { openDatabase } from "../../platform/database.ts";
import { createLog } from "../../platform/log.ts";
import { type Postgres, startPostgres } from "../../platform/postgres/supervisor.ts";
import { prepareDatabase } from "../../platform/prepare-database.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { ask, endAll, newDirectory } from "../../testing/postgres-life.ts";
import { startSequencer } from "../sequencer/sequencer.ts";
import { prepareLoad, runLoad } from "../testing/trading-load.ts";

const FILES = process.env.FULL === "1" ? 1_000 : 20;
const TRADERS = 8;
const ANSWERS_MIN = 200;
const DATA_CORRUPTED = "XX001";
const TIMEOUT_MS = 180_000;

const log = createLog("silent");
const migrationsDir = join(import.meta.dirname, "../../../migrations");
let dataDir: string;
let postgres: Postgres;

type Relation = { readonly name: string; readonly path: string; readonly bytes: number };
type Flip = Relation & { readonly at: number; readonly bit: number };

beforeAll(async () => {
  dataDir = await newDirectory();
  postgres = await start();
  const { ownerUrl, appUrl } = postgres;
  await prepareDatabase({ ownerUrl, appUrl, migrationsDir, log });
  await trade();
}, TIMEOUT_MS);
afterAll(async () => {
  await postgres.stop();
  await endAll();
});

function start(): Promise<Postgres> {
  const onLost = (reason: Error) => {
    throw reason;
  };
  return startPostgres({ dataDir, log, announce: () => undefined, onLost });
}

/** So that the files of trading have something in them. */
async function trade(): Promise<void> {
  const address = { url: postgres.appUrl, role: null };
  const { database, close } = openDatabase(address, log);
  const sequencer = await startSequencer({ address, database, clock: systemClock, log });
  await prepareLoad(sequencer, TRADERS);
  let answers = 0;
  await runLoad(sequencer, {
    name: "flipped",
    traders: TRADERS,
    isOver: () => answers > ANSWERS_MIN,
    onAnswer: () => {
      answers += 1;
    },
  });
  await sequencer.stop();
  await close();
}

/** Our tables and their indexes that have a page at least, in no order. */
async function ownRelations(): Promise<Relation[]> {
  const rows = await ask(
    postgres.ownerUrl,
    `select c.oid::regclass::text as name, pg_relation_filepath(c.oid) as path,
       pg_relation_size(c.oid)::int as bytes
     from pg_class c where c.relnamespace = 'public'::regnamespace
       and c.relkind in ('r', 'i') and pg_relation_size(c.oid) > 0
     order by random()`,
  );
  return rows.map(({ name, path, bytes }) => ({
    name: String(name),
    path: String(path),
    bytes: Number(bytes),
  }));
}

/** The same again puts it back. */
async function flip({ path, at, bit }: Flip): Promise<void> {
  const file = await open(join(postgres.clusterDir, path), "r+");
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, at);
  byte.writeUInt8(byte.readUInt8(0) ^ (1 << bit));
  await file.write(byte, 0, 1, at);
  await file.close();
}

/** Reads all of it; answers PostgreSQL's word for what is wrong with it. */
async function readAll(name: string): Promise<string> {
  return await ask(postgres.ownerUrl, `select pg_prewarm('${name}')`).then(
    () => "read",
    (error: { code?: string }) => String(error.code),
  );
}

it(
  "F27: a bit that flips in a file of the database is told of by whoever reads the page",
  async () => {
    await ask(postgres.ownerUrl, "create extension pg_prewarm");
    const relations = (await ownRelations()).slice(0, FILES);
    expect(relations.length).toBeGreaterThanOrEqual(20);
    const flips = relations.map((relation) => ({
      ...relation,
      at: Math.floor(Math.random() * relation.bytes),
      bit: Math.floor(Math.random() * 8),
    }));
    // Else a recovery could write whole pages anew, and the flips with them.
    await ask(postgres.ownerUrl, "checkpoint");
    await postgres.stop();
    for (const one of flips) await flip(one);
    postgres = await start();
    const told: Record<string, string> = {};
    for (const { name } of flips) told[name] = await readAll(name);
    await postgres.stop();
    for (const one of flips) await flip(one);
    postgres = await start();
    const unnoticed = flips.filter(({ name }) => told[name] !== DATA_CORRUPTED);
    expect(unnoticed.map((one) => ({ ...one, told: told[one.name] }))).toEqual([]);
    for (const { name } of flips) expect(await readAll(name)).toBe("read");
    expect(await brokenInvariants(postgres.ownerUrl)).toEqual({});
    console.log(`F27: ${flips.length} files with a flipped bit, ${flips.length} told of`);
  },
  TIMEOUT_MS,
);
