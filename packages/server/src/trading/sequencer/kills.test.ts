// kill -9 of the database and of the process, under load: every answer that was given is stored
// once, money sums to zero, the recovered state is the fold of the journal, and trading goes on
// within five seconds (F01, F03, P04). Twice each here, fifty times with FULL=1.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import { type Database, openDatabase } from "../../platform/database.ts";
import { createLog } from "../../platform/log.ts";
import { type Postgres, startPostgres } from "../../platform/postgres/supervisor.ts";
import { prepareDatabase } from "../../platform/prepare-database.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { ask, endAll, newDirectory } from "../../testing/postgres-life.ts";
import { untilTrading } from "../testing/bare-exchange.ts";
import { type Answered, LOAD_OWNER, prepareLoad, runLoad } from "../testing/trading-load.ts";
import { type Sequencer, startSequencer } from "./sequencer.ts";

const isFull = process.env.FULL === "1";
const KILLS = isFull ? 50 : 2;
/** Folding and checking everything from the first row on takes longer from kill to kill. */
const CHECKED_EVERY = isFull ? 10 : 1;
const TIMEOUT_MS = isFull ? 900_000 : 60_000;
/** So many that the next commit is sent before the one before is answered. */
const TRADERS = 96;
/** Told to a process before it is killed. */
const ANSWERS_MIN = 20;
const BACK_WITHIN_MS = 5_000;

const log = createLog("silent");
const migrationsDir = join(import.meta.dirname, "../../../migrations");
let postgres: Postgres;
let database: Database;
let close: () => Promise<void>;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  postgres = await startPostgres({
    dataDir: await newDirectory(),
    log,
    announce: () => undefined,
    onLost: (reason) => {
      throw reason;
    },
  });
  const { ownerUrl, appUrl } = postgres;
  await prepareDatabase({ ownerUrl, appUrl, migrationsDir, log });
  ({ database, close } = openDatabase({ url: appUrl, role: null }, log));
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await close();
  await postgres.stop();
  await endAll();
});

function begin(): Promise<Sequencer> {
  const address = { url: postgres.appUrl, role: null };
  return startSequencer({ address, database, clock: systemClock, log });
}

/** Acknowledged is stored, with the same row of the journal. */
async function expectStored(answers: readonly Answered[]): Promise<void> {
  const { rows } = await sql<{ lost: bigint; stored: bigint }>`
    with answered as (
      select uuid(encode(substr(sha256(convert_to(${`${LOAD_OWNER}`}, 'UTF8') || '\\x00'::bytea
          || convert_to(a.key, 'UTF8')), 1, 16), 'hex')) as key_hash, a.seq
      from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as a(key text, seq bigint)
    )
    select count(*) filter (where k.key_hash is null) as lost, count(k.key_hash) as stored
    from answered a
    left join command_key k on k.owner_id = ${LOAD_OWNER} and k.key_hash = a.key_hash
      and k.journal_seq is not distinct from a.seq`.execute(database);
  expect(rows).toEqual([{ lost: 0n, stored: BigInt(answers.length) }]);
}

/** The state as recovered is the state as folded from the very first row. */
async function expectFolds(hash: string): Promise<void> {
  await ask(postgres.ownerUrl, "delete from state_snapshot");
  const folded = await begin();
  expect(await folded.stateHash()).toBe(hash);
  await folded.stop();
}

it(
  "F03: the database is killed under load",
  async () => {
    const sequencer = await begin();
    await prepareLoad(sequencer, TRADERS);
    const answers: Answered[] = [];
    let isOver = false;
    const load = runLoad(sequencer, {
      name: "database",
      traders: TRADERS,
      isOver: () => isOver,
      onAnswer: (answered) => answers.push(answered),
    });
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(200 + Math.random() * 300);
      const pid = postgres.pid();
      if (pid === null) throw new Error("Invariant: PostgreSQL runs");
      process.kill(pid, "SIGKILL");
      while (sequencer.status() === "trading") await sleep(2);
      expect(await untilTrading(sequencer, BACK_WITHIN_MS)).toBeLessThan(BACK_WITHIN_MS);
    }
    await sleep(200);
    isOver = true;
    await load;
    const hash = await sequencer.stateHash();
    await sequencer.stop();
    expect(answers.length).toBeGreaterThan(100);
    await expectStored(answers);
    await expectFolds(hash);
    expect(await brokenInvariants(postgres.ownerUrl)).toEqual({});
  },
  TIMEOUT_MS,
);

/** Trades in a process of its own until that is killed; answers what it was told before. */
async function tradeAndDie(name: string): Promise<Answered[]> {
  const script = join(import.meta.dirname, "../testing/trading-child.ts");
  const child = spawn(
    process.execPath,
    ["--import", "tsx", script, postgres.appUrl, name, String(TRADERS)],
    { cwd: import.meta.dirname, stdio: ["ignore", "pipe", "inherit"] },
  );
  children.add(child);
  const answers: Answered[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    if (line.endsWith("}")) answers.push(JSON.parse(line));
  });
  // Under load on a slow machine, too: some have been answered, others wait.
  while (answers.length <= ANSWERS_MIN) await sleep(5);
  await sleep(Math.random() * 400);
  child.kill("SIGKILL");
  await once(child, "close");
  children.delete(child);
  return answers;
}

it(
  "F01: the process is killed under load",
  async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const answers = await tradeAndDie(`process ${kill}`);
      const startedAt = performance.now();
      const sequencer = await begin();
      expect(sequencer.status()).toBe("trading");
      expect(performance.now() - startedAt).toBeLessThan(BACK_WITHIN_MS);
      await expectStored(answers);
      const hash = await sequencer.stateHash();
      await sequencer.stop();
      if ((kill + 1) % CHECKED_EVERY > 0) continue;
      await expectFolds(hash);
      expect(await brokenInvariants(postgres.ownerUrl)).toEqual({});
    }
  },
  TIMEOUT_MS,
);
