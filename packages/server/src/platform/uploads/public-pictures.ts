// Pictures that everybody may see: those of articles, taken at the desk. Kept in the database, so
// that every gateway has them. Made by uploads.ts, which owns the encoder. Invariants: what is kept
// was encoded by us (T34); a number means one picture for ever; nobody alone fills the disk (T36).

import { randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Database } from "../database.ts";
import { isRefused, type Refused, refuse } from "../handler.ts";
import type { Encoder } from "./encoder.ts";

type PictureTable = {
  readonly id: string;
  readonly staff_id: bigint;
  readonly created_at: Date;
  readonly bytes: Buffer;
};

declare module "../database.ts" {
  interface Tables {
    picture: PictureTable;
  }
}

const ID_BYTES = 16;
const PER_PERSON_PER_DAY_MAX = 200;
const DAY_MS = 86_400_000;
/** As the table has it. */
const BYTES_MAX = 4_194_304;

export type PublicPictures = {
  /** Answers its number. Refuses with what encoding refuses, or UPLOADS_EXHAUSTED. */
  readonly take: (staffId: number, bytes: Buffer) => Promise<string | Refused>;
  readonly read: (id: string) => Promise<Buffer | null>;
};

export function createPublicPictures(parts: {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly publish: Encoder["publish"];
}): PublicPictures {
  const { database, clock, publish } = parts;
  return {
    async take(staffId, bytes) {
      const since = new Date(clock.now() - DAY_MS);
      const { taken } = await database
        .selectFrom("picture")
        .select((eb) => eb.fn.countAll<bigint>().as("taken"))
        .where("staff_id", "=", BigInt(staffId))
        .where("created_at", ">", since)
        .executeTakeFirstOrThrow();
      if (Number(taken) >= PER_PERSON_PER_DAY_MAX) return refuse("UPLOADS_EXHAUSTED");
      const encoded = await publish(bytes);
      if (isRefused(encoded)) return encoded;
      if (encoded.bytes.length > BYTES_MAX) return refuse("IMAGE_REFUSED");
      const id = randomBytes(ID_BYTES).toString("hex");
      const created_at = new Date(clock.now());
      const row = { id, staff_id: BigInt(staffId), created_at, bytes: encoded.bytes };
      await database.insertInto("picture").values(row).execute();
      return id;
    },
    async read(id) {
      const row = await database
        .selectFrom("picture")
        .select("bytes")
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.bytes ?? null;
    },
  };
}
