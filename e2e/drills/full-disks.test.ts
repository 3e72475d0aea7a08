// F05: the disk of PostgreSQL's write-ahead log is full, the one thing that it does not survive. It
// ends, cannot come back, orders are refused and prices go on; with room it is back by itself and
// everything acknowledged is there. F06: the uploads' disk is full, of bytes or of names: pictures
// are refused, trading does not notice. Needs root, for small disks of memory.

import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { longestPauseMs, openDemo, startLoad } from "../cluster-load.ts";
import { drawPicture } from "../funds.ts";
import { logInElsewhere, makeMember } from "../people.ts";
import { type Platform, startPlatform } from "../platform.ts";
import { ownerAddress } from "../tamper.ts";
import {
  DRILL_TIMEOUT_MS,
  type DrilledProgram,
  newProgram,
  pause,
  untilAllAnswered,
} from "./drilled-program.ts";
import { postForm } from "./order-stream.ts";
import { expectKept } from "./restored-record.ts";
import { fillDisk, mountDisk, newDisk, unmountDisk, whyNoDisk } from "./small-disk.ts";

const WAL_DISK_BYTES = 192 * 1_048_576;
/** Two segments of the log. */
const WAL_LEFT_BYTES = 32 * 1_048_576;
const UPLOADS_DISK_BYTES = 640 * 1_048_576;
const TRADERS = 6;
const FULL_FOR_MS = 3_000;
const BACK_MAX_MS = 15_000;
const TRADING_WAIT_MAX_MS = 3_000;
/** The codes of reasons on the wire. */
const UNAVAILABLE = 1503;
const UPLOADS_EXHAUSTED = 2552;
const ORDER = { forex_id: "1", multiple: "30", status: "1", type: "1", cont: "0.01" };

const why = whyNoDisk();
if (why !== null) console.log(`F05 and F06 on real disks are skipped. ${why}`);

/** What a drill leaves, the last first. */
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
}, DRILL_TIMEOUT_MS);

/** The log alone moves to the small disk; tables stay where they are. */
function moveLog({ dataDir }: DrilledProgram, disk: string): void {
  const inside = join(dataDir, "postgres/pg_wal");
  const { uid, gid } = statSync(inside);
  const outside = join(disk, "wal");
  cpSync(inside, outside, { recursive: true });
  execFileSync("chown", ["-R", `${uid}:${gid}`, outside]);
  rmSync(inside, { recursive: true });
  symlinkSync(outside, inside);
}

/** Writes into the log and nowhere else until PostgreSQL cannot any more. */
async function fillLog(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  const write = "select pg_logical_emit_message(false, 'drill', repeat('x', 1000000))";
  for (;;) {
    const failure = await client.query(write).then(
      () => null,
      (error: Error) => error.message,
    );
    if (failure !== null) return failure;
  }
}

describe.skipIf(why !== null)("a disk that is full", () => {
  it(
    "F05: of the write-ahead log: refused clearly, prices go on, with room all trade again",
    async () => {
      const disk = newDisk({ bytes: WAL_DISK_BYTES });
      undo.push(() => {
        unmountDisk(disk);
        rmSync(disk, { recursive: true });
      });
      const program = await newProgram();
      undo.push(program.close);
      await (await program.start()).end("SIGTERM");
      moveLog(program, disk);
      const running = await program.start();
      const { token } = await openDemo(program.origin);
      const load = await startLoad(program.origin, TRADERS);
      await pause(500);
      const makeRoom = await fillDisk(disk, WAL_LEFT_BYTES);
      await fillLog(program.url);
      await pause(FULL_FOR_MS);
      const refused = await postForm(`${program.origin}/v1/api/forex/submit`, ORDER, token);
      expect(refused.code).toBe(UNAVAILABLE);
      const prices = await fetch(`${program.origin}/v1/api/forex/trade_list`);
      expect(await prices.json()).toMatchObject({ code: 1 });
      makeRoom();
      const roomAt = performance.now();
      const backMs = await untilAllAnswered(load, roomAt);
      await load.stop();
      const orders = await expectKept(program.url, load);
      console.log(
        `F05: ${orders} orders, none lost; ` +
          `all traded again ${Math.round(backMs)} ms after there was room`,
      );
      expect(backMs).toBeLessThan(BACK_MAX_MS);
      expect((await running.end("SIGTERM")).code).toBe(0);
    },
    DRILL_TIMEOUT_MS,
  );

  it(
    "F06: of the uploads: pictures are refused, nobody who trades notices",
    async () => {
      const platform = await startPlatform();
      undo.push(platform.stop);
      const member = await makeMember(platform, "full-disk");
      const token = await logInElsewhere(platform, member);
      const uploads = join(platform.dataDir, "uploads");
      const load = await startLoad(platform.origin, TRADERS);
      const startedAt = performance.now();
      expect(await upload(platform, token)).toBe(1);

      mountDisk(uploads, { bytes: UPLOADS_DISK_BYTES });
      undo.push(() => unmountDisk(uploads));
      expect(await upload(platform, token)).toBe(1);
      const makeRoom = await fillDisk(uploads, 0);
      expect(await upload(platform, token)).toBe(UPLOADS_EXHAUSTED);
      makeRoom();
      expect(await upload(platform, token)).toBe(1);

      // Bytes enough, and no room for one more name: the disk itself says no.
      mountDisk(uploads, { bytes: UPLOADS_DISK_BYTES, files: 2 });
      undo.push(() => unmountDisk(uploads));
      expect(await upload(platform, token)).toBe(1);
      expect(await upload(platform, token)).toBe(UPLOADS_EXHAUSTED);
      expect(readdirSync(uploads)).toHaveLength(1);

      const longestMs = longestPauseMs(load.traders, startedAt);
      await load.stop();
      const orders = await expectKept(ownerAddress(platform.dataDir), load);
      console.log(
        `F06: ${orders} orders beside it, nobody waited longer than ${Math.round(longestMs)} ms`,
      );
      expect(longestMs).toBeLessThan(TRADING_WAIT_MAX_MS);
    },
    DRILL_TIMEOUT_MS,
  );
});

let pictures = 0;

async function upload({ origin }: Platform, token: string): Promise<number> {
  pictures += 1;
  const form = new FormData();
  const picture = await drawPicture(`picture ${pictures}`);
  form.append("file", new Blob([new Uint8Array(picture)], { type: "image/jpeg" }), "picture.jpg");
  const headers = { lang: "en", authorization: token };
  const answer = await fetch(`${origin}/api/common/image_upload`, {
    method: "POST",
    headers,
    body: form,
  });
  return ((await answer.json()) as { code: number }).code;
}
