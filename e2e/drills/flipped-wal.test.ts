// F27: a bit flips in the write-ahead log. In what PostgreSQL has put into its tables already, it
// is harmless: nothing is missing. In what it still has to put there after a crash, PostgreSQL
// takes the flip for the end of its log and comes up without what followed, quietly. What was
// shown before is then no part of what is shown now, and whoever kept a checkpoint is told.

import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { postgresOf } from "../program.ts";
import { runVerifier } from "../run-verifier.ts";
import {
  DRILL_TIMEOUT_MS,
  type DrilledProgram,
  killIfAlive,
  newProgram,
  pause,
} from "./drilled-program.ts";
import { type OrderStream, openStream } from "./order-stream.ts";
import { ask, brokenInvariants, lostBy, storedOrders } from "./restored-record.ts";

const SETTINGS = { PROOF_EVERY_SECONDS: "1" };
/** Of our own clusters (packages/server/src/platform/postgres/cluster.ts). */
const SEGMENT_BYTES = 4_194_304;
/** More than there ever is between two records. */
const FLIPPED_BYTES = 16;
const ORDERS = 10;

let platform: DrilledProgram;
let stream: OrderStream;

beforeAll(async () => {
  platform = await newProgram();
}, DRILL_TIMEOUT_MS);
afterAll(() => platform.close());

/** A place in the log: which file, and where in it. */
function placeOf(lsn: string): { readonly file: string; readonly at: number } {
  const [high = "0", low = "0"] = lsn.split("/");
  const at = Number.parseInt(low, 16);
  const segment = Math.floor(at / SEGMENT_BYTES);
  const name = [1, Number.parseInt(high, 16), segment]
    .map((part) => part.toString(16).toUpperCase().padStart(8, "0"))
    .join("");
  return { file: join(platform.dataDir, "postgres/pg_wal", name), at: at % SEGMENT_BYTES };
}

/** A bit in each of some bytes: one alone may fall between two records, where none is checked. */
function flip({ file, at }: { readonly file: string; readonly at: number }): void {
  const opened = openSync(file, "r+");
  const bytes = Buffer.alloc(FLIPPED_BYTES);
  readSync(opened, bytes, 0, FLIPPED_BYTES, at);
  const flipped = bytes.map((byte) => byte ^ 0x10);
  writeSync(opened, flipped, 0, FLIPPED_BYTES, at);
  closeSync(opened);
}

async function walPlace(): Promise<string> {
  const where = "select pg_current_wal_insert_lsn() as lsn";
  const [row] = await ask<{ lsn: string }>(platform.url, where);
  return row?.lsn ?? "";
}

/** The number of the newest checkpoint; 0 before the first. */
async function newestCheckpoint(): Promise<number> {
  const answer = await fetch(`${platform.origin}/v1/api/proof/checkpoint`);
  const { data } = (await answer.json()) as { data: { number: number } | null };
  return Number(data?.number ?? 0);
}

async function untilAcknowledged(count: number): Promise<void> {
  while (stream.acknowledged().length < count) await pause(20);
}

async function untilCheckpoint(number: number): Promise<void> {
  while ((await newestCheckpoint()) < number) await pause(100);
}

async function keep(name: string, path: string): Promise<string> {
  const answer = await fetch(`${platform.origin}${path}`);
  const kept = join(platform.dataDir, name);
  writeFileSync(kept, await answer.text());
  return kept;
}

/** What somebody who kept a checkpoint hears of the newest one. */
async function compare(kept: string, seen: number) {
  await untilCheckpoint(seen + 2);
  const shown = await keep("shown.json", `/v1/api/proof/checkpoint_file?since=${seen}`);
  return await runVerifier("verify", [shown, "--since", kept]);
}

it(
  "F27: in a part of the write-ahead log that is done with, it is harmless",
  async () => {
    const program = await platform.start([], SETTINGS);
    // Into a file of its own, which the last checkpoint will stand in too: files that are over by
    // then are used again under other names.
    await ask(platform.url, "select pg_switch_wal()");
    stream = await openStream(platform.origin);
    await untilAcknowledged(ORDERS);
    await stream.stop();
    const done = await walPlace();
    await program.end("SIGTERM");
    for (const name of readdirSync(join(platform.dataDir, "postgres/pg_wal"))) {
      const isBefore = name < (placeOf(done).file.split("/").at(-1) ?? "");
      if (!/^[0-9A-F]{24}$/.test(name) || !isBefore) continue;
      flip({ file: join(platform.dataDir, "postgres/pg_wal", name), at: SEGMENT_BYTES / 2 });
    }
    flip({ ...placeOf(done), at: placeOf(done).at - 1_000 });
    const again = await platform.start([], SETTINGS);
    const stored = await storedOrders(platform.url);
    expect(lostBy(stream.acknowledged(), stored, Number.POSITIVE_INFINITY)).toEqual([]);
    expect(await brokenInvariants(platform.url)).toEqual([]);
    expect((await again.end("SIGTERM")).code).toBe(0);
  },
  DRILL_TIMEOUT_MS,
);

it(
  "F27: in a part that a crash still needs, whoever kept a checkpoint is told what is missing",
  async () => {
    const program = await platform.start([], SETTINGS);
    await ask(platform.url, "checkpoint");
    stream = await openStream(platform.origin);
    await untilAcknowledged(ORDERS);
    const place = await walPlace();
    await untilAcknowledged(2 * ORDERS);
    // The second from now covers all that was before now.
    await untilCheckpoint((await newestCheckpoint()) + 2);
    const kept = await keep("checkpoint.json", "/v1/api/proof/checkpoint_file");
    const { number: seen } = JSON.parse(
      JSON.parse(readFileSync(kept, "utf8")).body.checkpoint.text,
    );
    expect(await compare(kept, seen)).toMatchObject({ code: 0 });
    await program.end("SIGKILL");
    await stream.stop();
    for (const pid of postgresOf(platform.dataDir)) killIfAlive(pid);
    flip({ ...placeOf(place), at: placeOf(place).at + 100 });

    const again = await platform.start([], SETTINGS);
    const stored = await storedOrders(platform.url);
    const lost = lostBy(stream.acknowledged(), stored, Number.POSITIVE_INFINITY);
    expect(lost.length).toBeGreaterThan(0);
    // What is left is whole, and ends early.
    expect(await brokenInvariants(platform.url)).toEqual([]);
    const { code, text } = await compare(kept, seen);
    console.log(`F27: ${lost.length} answers gone with the log; the verifier says:\n${text}`);
    expect([code, text]).toEqual([1, expect.stringContaining("WRONG remembered at")]);
    expect((await again.end("SIGTERM")).code).toBe(0);
  },
  DRILL_TIMEOUT_MS,
);
