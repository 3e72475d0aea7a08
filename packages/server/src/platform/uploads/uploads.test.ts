// Uploads as they are kept: encrypted, bound to their names, counted, claimed once, and let go of.

import { randomBytes } from "node:crypto";
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newInviteCode } from "../../members/users/invite-code.ts";
import { createFakeClock, type FakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { isRefused } from "../handler.ts";
import { createLog } from "../log.ts";
import { drawPicture } from "./testing/pictures.ts";
import { createUploads, type Uploads } from "./uploads.ts";

const ENCODE_PROGRAM = join(import.meta.dirname, "../../../programs/encode-picture.mjs");
const DAY_MS = 86_400_000;

let test: TestDatabase;
let dataDir: string;
let clock: FakeClock;
let uploads: Uploads;

beforeAll(async () => {
  test = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "truetick-uploads-"));
  clock = createFakeClock();
  const { database } = test;
  const log = createLog("fatal");
  const sealKey = randomBytes(32);
  uploads = await createUploads({
    database,
    dataDir,
    sealKey,
    clock,
    log,
    runsJobs: true,
    encodeProgram: ENCODE_PROGRAM,
  });
});
afterAll(async () => {
  await uploads.stop();
  await test.close();
  await rm(dataDir, { recursive: true });
});

async function newMember(): Promise<number> {
  const { id } = await test.database
    .insertInto("app_user")
    .values({
      book: "real",
      uid: String(100_000_000 + (randomBytes(4).readUInt32BE() % 900_000_000)),
      demo_secret_hash: null,
      invite_code: newInviteCode(),
      email: `${randomBytes(8).toString("hex")}@example.test`,
      contact_proved_at: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return Number(id);
}

async function take(userId: number, seed = 1): Promise<string> {
  const url = await uploads.take(userId, await drawPicture("png", { seed }));
  if (isRefused(url)) throw new Error(url.reason);
  return url;
}

const idOf = (url: string) => url.replace("/files/", "");
const pathOf = (url: string) => join(dataDir, "uploads", idOf(url));

function claim(url: string, userId: number, subjectId: number) {
  return test.database
    .transaction()
    .execute((trx) => uploads.claim(trx, { url, userId, purpose: "proof", subjectId }));
}

describe("T37: a picture on disk", () => {
  it("is ciphertext for its owner's eyes, and reads as it was encoded", async () => {
    const url = await take(await newMember());
    expect(url).toMatch(/^\/files\/[A-Za-z0-9_-]{22}$/);
    const kept = await readFile(pathOf(url));
    expect(kept.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);
    await expect(sharp(kept).metadata()).rejects.toThrow();
    expect((await sharp(await uploads.read(idOf(url))).metadata()).format).toBe("jpeg");
  });

  it("that was changed by one bit, cut, or put in another's place, is an error", async () => {
    const member = await newMember();
    const [one, two] = [await take(member, 1), await take(member, 2)];
    const kept = await readFile(pathOf(one));
    for (const at of [0, 12, 28, kept.length - 1]) {
      const changed = Buffer.from(kept);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await writeFile(pathOf(one), changed);
      await expect(uploads.read(idOf(one))).rejects.toThrow("Invariant: the stored picture");
    }
    await writeFile(pathOf(one), kept.subarray(0, 20));
    await expect(uploads.read(idOf(one))).rejects.toThrow("Invariant");
    await copyFile(pathOf(two), pathOf(one));
    await expect(uploads.read(idOf(one))).rejects.toThrow("Invariant");
    await writeFile(pathOf(one), kept);
    expect((await uploads.read(idOf(one))).length).toBeGreaterThan(0);
  });

  it("T41: is marked with words that change it all over, and still decodes", async () => {
    const url = await take(await newMember());
    const plain = await sharp(await uploads.read(idOf(url)))
      .resize(480, 320)
      .raw()
      .toBuffer();
    const marked = await uploads.readMarked(idOf(url), "#7 2026-11-15 12:03");
    if (isRefused(marked)) throw new Error(marked.reason);
    const seen = await sharp(marked).resize(480, 320).raw().toBuffer();
    const other = await uploads.readMarked(idOf(url), "#8 2026-11-15 12:03");
    expect(marked.equals(other as Buffer)).toBe(false);
    const quarters = [0, 1, 2, 3].map((part) => {
      const [from, to] = [part, part + 1].map((at) => (at * plain.length) / 4);
      return changedBytes(plain.subarray(from, to), seen.subarray(from, to));
    });
    for (const changed of quarters) expect(changed).toBeGreaterThan(1_000);
  });
});

function changedBytes(one: Buffer, two: Buffer): number {
  return [...one].filter((byte, at) => Math.abs(byte - (two[at] ?? 0)) > 24).length;
}

describe("T38: a claim", () => {
  it("is for the owner's own, once, and tells how it looks", async () => {
    const [ann, bob] = [await newMember(), await newMember()];
    const url = await take(ann);
    expect(await claim(url, bob, 1)).toMatchObject({ reason: "UPLOAD_UNKNOWN" });
    const claimed = await claim(url, ann, 2);
    expect(claimed).toMatchObject({ id: idOf(url), likeness: expect.stringMatching(/^[01]{64}$/) });
    expect(await claim(url, ann, 2)).toMatchObject({ reason: "UPLOAD_UNKNOWN" });
    expect(await claim(url, ann, 3)).toMatchObject({ reason: "UPLOAD_UNKNOWN" });
    expect(await uploads.find(idOf(url))).toEqual({
      id: idOf(url),
      userId: ann,
      purpose: "proof",
      subjectId: 2,
    });
  });

  it.each([
    "http://169.254.169.254/latest/meta-data",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "//evil.test/files/AAAAAAAAAAAAAAAAAAAAAA",
    "/files/../secrets/seal-key",
    "/files/AAAAAAAAAAAAAAAAAAAAAA",
    "",
  ])("of %j is refused, and nothing is fetched", async (url) => {
    expect(await claim(url, await newMember(), 1)).toMatchObject({ reason: "UPLOAD_UNKNOWN" });
  });

  it("has one winner of fifty", async () => {
    const ann = await newMember();
    const url = await take(ann);
    const heard = await Promise.all(
      Array.from({ length: 50 }, (_, at) => claim(url, ann, 1_000 + at)),
    );
    expect(heard.filter((answer) => !isRefused(answer))).toHaveLength(1);
  });

  it("stays: what a picture is for can be changed by nobody", async () => {
    const ann = await newMember();
    const url = await take(ann);
    await claim(url, ann, 20_000);
    const change = sql`update upload set subject_id = 1 where id = ${idOf(url)}`;
    await expect(change.execute(test.database)).rejects.toThrow("stays what it is for");
    const drop = sql`delete from upload where id = ${idOf(url)}`;
    await expect(drop.execute(test.database)).rejects.toThrow("stays what it is for");
  });
});

describe("T36: what may be kept", () => {
  it("is forty a day of one member's, and others are not hindered", async () => {
    const ann = await newMember();
    await insertRows(ann, 39, 1_000);
    await take(ann);
    const refused = await uploads.take(ann, await drawPicture());
    expect(refused).toMatchObject({ reason: "UPLOADS_EXHAUSTED" });
    await take(await newMember());
    clock.advance(DAY_MS + 1);
    await take(ann);
  });

  it("is a share of the disk", async () => {
    const ann = await newMember();
    await insertRows(ann, 1, 268_435_456);
    const refused = await uploads.take(ann, await drawPicture());
    expect(refused).toMatchObject({ reason: "UPLOADS_EXHAUSTED" });
  });

  it("goes after a day when nothing has claimed it, row and file", async () => {
    const ann = await newMember();
    const [kept, dropped] = [await take(ann), await take(ann)];
    await claim(kept, ann, 30_000);
    clock.advance(DAY_MS - 1_000);
    const fresh = await take(ann);
    await uploads.sweep();
    expect(await uploads.find(idOf(dropped))).not.toBeNull();
    clock.advance(2_000);
    expect(await uploads.sweep()).toBeGreaterThan(0);
    const [here, gone, young] = await Promise.all(
      [kept, dropped, fresh].map((url) => uploads.find(idOf(url))),
    );
    expect([here !== null, gone, young !== null]).toEqual([true, null, true]);
    const names = await readdir(join(dataDir, "uploads"));
    expect(names).toContain(idOf(kept));
    expect(names).not.toContain(idOf(dropped));
  });
});

async function insertRows(userId: number, count: number, bytes: number): Promise<void> {
  const row = () => ({
    id: randomBytes(16).toString("base64url"),
    user_id: BigInt(userId),
    created_at: new Date(clock.now()),
    bytes,
    width: 10,
    height: 10,
    pixel_hash: randomBytes(32),
    likeness: "0".repeat(64),
  });
  await test.database
    .insertInto("upload")
    .values(Array.from({ length: count }, row))
    .execute();
}
