// Pictures that members upload: taken, kept encrypted, claimed once by what they are for, and let
// go of after a day when nothing claims them. Used by the calls about files, by identities and by
// deposits. Invariants: a picture belongs to who uploaded it and to one thing (inv28); what is
// stored was encoded by us; nobody's uploads can fill the disk (T36, T37, T38).

import { randomBytes } from "node:crypto";
import { fileIdOf, fileUrlOf } from "@truetick/contract/cashier";
import { sql } from "kysely";
import type { Clock } from "../clock.ts";
import type { Database } from "../database.ts";
import { isRefused, type Refused, refuse } from "../handler.ts";
import type { Log } from "../log.ts";
import { createEncoder } from "./encoder.ts";
import { openPictureFiles, type PictureFiles } from "./picture-files.ts";
import { createPublicPictures, type PublicPictures } from "./public-pictures.ts";
import type { UploadPurpose } from "./upload-table.ts";

const ID_BYTES = 16;
const UNCLAIMED_MS_MAX = 86_400_000;
const PER_MEMBER_PER_DAY_MAX = 40;
const PER_MEMBER_BYTES_MAX = 268_435_456;
const ALL_BYTES_MAX = 21_474_836_480;
/** Left for whoever else writes to this disk, the database first of all (F06). */
const FREE_BYTES_MIN = 536_870_912;
const SWEEP_EVERY_MS = 600_000;
/** Summing up all uploads for every one would cost more than it guards. */
const TOTAL_LIFETIME_MS = 60_000;

export type ClaimedUpload = {
  readonly id: string;
  /** SHA-256 of the pixels: the same for the same picture, however it was saved. */
  readonly pixelHash: Buffer;
  /** 64 ones and zeros; few differ between pictures that look alike. */
  readonly likeness: string;
};

export type StoredUpload = {
  readonly id: string;
  readonly userId: number;
  readonly purpose: UploadPurpose | null;
  /** The deposit or the identity that it is for. */
  readonly subjectId: number | null;
};

export type Uploads = {
  /** Answers its address. Refuses with what encoding refuses, or UPLOADS_EXHAUSTED. */
  readonly take: (userId: number, bytes: Buffer) => Promise<string | Refused>;
  /** In the transaction of what it is for. Only own ones that nothing has: else UPLOAD_UNKNOWN. */
  readonly claim: (
    trx: Database,
    claim: {
      readonly url: string;
      readonly userId: number;
      readonly purpose: UploadPurpose;
      readonly subjectId: number;
    },
  ) => Promise<ClaimedUpload | Refused>;
  readonly find: (id: string) => Promise<StoredUpload | null>;
  /** The picture itself. Throws when it is not what was written. */
  readonly read: (id: string) => Promise<Buffer>;
  /** The same with words laid over it. Refuses with UPLOADS_BUSY. */
  readonly readMarked: (id: string, words: string) => Promise<Buffer | Refused>;
  /** Those that everybody may see. */
  readonly pictures: PublicPictures;
  /** Lets go of what nothing has claimed for a day. Runs by itself, too. */
  readonly sweep: () => Promise<number>;
  readonly stop: () => Promise<void>;
};

export type UploadsParts = {
  readonly database: Database;
  readonly dataDir: string;
  readonly sealKey: Buffer;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** Whether what happens by itself happens in this process. */
  readonly runsJobs: boolean;
  /** The program that decodes pictures, a process per picture. */
  readonly encodeProgram: string;
};

export async function createUploads(parts: UploadsParts): Promise<Uploads> {
  const { database, clock, log } = parts;
  const files = await openPictureFiles(parts);
  const encoder = createEncoder({ program: parts.encodeProgram, log });
  const checkQuota = createQuota({ database, files, clock });
  const sweep = () => sweepUploads({ database, files, beforeMs: clock.now() - UNCLAIMED_MS_MAX });
  const sweepQuietly = () => {
    sweep().catch((err) => log.error({ err }, "old uploads could not be let go of"));
  };
  const timer = parts.runsJobs ? setInterval(sweepQuietly, SWEEP_EVERY_MS).unref() : undefined;
  return {
    async take(userId, bytes) {
      const refused = await checkQuota(userId);
      if (refused) return refused;
      const picture = await encoder.encode(bytes);
      if (isRefused(picture)) return picture;
      const id = randomBytes(ID_BYTES).toString("base64url");
      // The row first: what a crash leaves has one, and is let go of like all that nobody claims.
      await database
        .insertInto("upload")
        .values({
          id,
          user_id: BigInt(userId),
          created_at: new Date(clock.now()),
          bytes: picture.bytes.length,
          width: picture.width,
          height: picture.height,
          pixel_hash: picture.pixelHash,
          likeness: picture.likeness,
        })
        .execute();
      const isKept = await files.write(id, picture.bytes);
      return isKept ? fileUrlOf(id) : refuse("UPLOADS_EXHAUSTED");
    },
    claim: (trx, claim) => claimUpload(trx, claim, new Date(clock.now())),
    find: (id) => findUpload(database, id),
    read: files.read,
    readMarked: async (id, words) => encoder.mark(await files.read(id), words),
    pictures: createPublicPictures({ database, clock, publish: encoder.publish }),
    sweep,
    stop: async () => clearInterval(timer),
  };
}

type Quota = (userId: number) => Promise<Refused | null>;

/** Refuses with UPLOADS_EXHAUSTED: one member's share, the house's, or what the disk has left. */
function createQuota({
  database,
  files,
  clock,
}: {
  readonly database: Database;
  readonly files: PictureFiles;
  readonly clock: Pick<Clock, "now">;
}): Quota {
  let total = { bytes: 0, atMs: Number.NEGATIVE_INFINITY };
  return async (userId) => {
    const nowMs = clock.now();
    if (Math.abs(nowMs - total.atMs) > TOTAL_LIFETIME_MS) {
      const { bytes } = await sumOf(database).executeTakeFirstOrThrow();
      total = { bytes: Number(bytes), atMs: nowMs };
    }
    const dayAgo = new Date(nowMs - UNCLAIMED_MS_MAX);
    const own = await sumOf(database)
      .select(sql<string>`count(*) filter (where created_at > ${dayAgo})`.as("today"))
      .where("user_id", "=", BigInt(userId))
      .executeTakeFirstOrThrow();
    const isOver =
      Number(own.today) >= PER_MEMBER_PER_DAY_MAX ||
      Number(own.bytes) >= PER_MEMBER_BYTES_MAX ||
      total.bytes >= ALL_BYTES_MAX ||
      (await files.freeBytes()) < FREE_BYTES_MIN;
    return isOver ? refuse("UPLOADS_EXHAUSTED") : null;
  };
}

function sumOf(database: Database) {
  return database.selectFrom("upload").select(sql<string>`coalesce(sum(bytes), 0)`.as("bytes"));
}

async function claimUpload(
  trx: Database,
  { url, userId, purpose, subjectId }: Parameters<Uploads["claim"]>[1],
  claimedAt: Date,
): Promise<ClaimedUpload | Refused> {
  const id = fileIdOf(url);
  if (id === null) return refuse("UPLOAD_UNKNOWN");
  const row = await trx
    .updateTable("upload")
    .set({ purpose, subject_id: BigInt(subjectId), claimed_at: claimedAt })
    .where("id", "=", id)
    .where("user_id", "=", BigInt(userId))
    .where("purpose", "is", null)
    .returning(["id", "pixel_hash", "likeness"])
    .executeTakeFirst();
  if (!row) return refuse("UPLOAD_UNKNOWN");
  return { id: row.id, pixelHash: row.pixel_hash, likeness: row.likeness };
}

async function findUpload(database: Database, id: string): Promise<StoredUpload | null> {
  const row = await database
    .selectFrom("upload")
    .select(["id", "user_id", "purpose", "subject_id"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const { user_id, purpose, subject_id } = row;
  const subjectId = subject_id === null ? null : Number(subject_id);
  return { id: row.id, userId: Number(user_id), purpose, subjectId };
}

/** Rows and files together: what breaks in between is done again next time. */
async function sweepUploads({
  database,
  files,
  beforeMs,
}: {
  readonly database: Database;
  readonly files: PictureFiles;
  readonly beforeMs: number;
}): Promise<number> {
  return await database.transaction().execute(async (trx) => {
    const old = await trx
      .deleteFrom("upload")
      .where("purpose", "is", null)
      .where("created_at", "<", new Date(beforeMs))
      .returning("id")
      .execute();
    for (const { id } of old) await files.remove(id);
    return old.length;
  });
}
