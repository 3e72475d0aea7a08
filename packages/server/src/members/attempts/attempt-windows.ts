// How often something was tried, by whom, since when: counted in the database, so that it holds for
// every process and across restarts (T09, T11). Used by logins, codes and registering; whoever is
// counted is stored as a keyed hash only. Invariant: a try is counted before it is made, so that
// a hundred at once are a hundred.

import { createHmac } from "node:crypto";
import { type Generated, sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";

type WindowTable = {
  readonly subject: Buffer;
  readonly tries: Generated<number>;
  readonly started_at: Date;
  readonly ends_at: Date;
};

declare module "../../platform/database.ts" {
  interface Tables {
    attempt_window: WindowTable;
  }
}

/** What is counted, of whom, and how long a window lasts from its first try. */
export type Counted = {
  readonly what: string;
  readonly subject: string;
  readonly windowMs: number;
};

export type Tally = { readonly tries: number; readonly endsInMs: number };

export type AttemptWindows = {
  /** Counts one more; answers how many there are with it. */
  readonly count: (counted: Counted) => Promise<Tally>;
  readonly look: (counted: Counted) => Promise<Tally>;
  /** Takes one back that turned out to be nobody's guess. */
  readonly takeBack: (counted: Counted) => Promise<void>;
  readonly forget: (counted: Counted) => Promise<void>;
};

export function createAttemptWindows({
  database,
  clock,
  key,
}: {
  database: Database;
  clock: Pick<Clock, "now">;
  key: Buffer;
}): AttemptWindows {
  const hashOf = ({ what, subject }: Counted): Buffer =>
    createHmac("sha256", key).update(`attempt/${what}/${subject}`).digest();

  return {
    async count(counted) {
      const nowMs = clock.now();
      const now = new Date(nowMs);
      const ends = new Date(nowMs + counted.windowMs);
      const row = await database
        .insertInto("attempt_window")
        .values({ subject: hashOf(counted), tries: 1, started_at: now, ends_at: ends })
        .onConflict((conflict) =>
          conflict.column("subject").doUpdateSet({
            tries: sql`case when attempt_window.ends_at <= ${now} then 1
                       else attempt_window.tries + 1 end`,
            started_at: sql`case when attempt_window.ends_at <= ${now} then ${now}::timestamptz
                            else attempt_window.started_at end`,
            ends_at: sql`case when attempt_window.ends_at <= ${now} then ${ends}::timestamptz
                         else attempt_window.ends_at end`,
          }),
        )
        .returning(["tries", "ends_at"])
        .executeTakeFirstOrThrow();
      return { tries: row.tries, endsInMs: Math.max(0, row.ends_at.getTime() - nowMs) };
    },
    async look(counted) {
      const nowMs = clock.now();
      const row = await database
        .selectFrom("attempt_window")
        .select(["tries", "ends_at"])
        .where("subject", "=", hashOf(counted))
        .where("ends_at", ">", new Date(nowMs))
        .executeTakeFirst();
      if (!row) return { tries: 0, endsInMs: 0 };
      return { tries: row.tries, endsInMs: row.ends_at.getTime() - nowMs };
    },
    async takeBack(counted) {
      await database
        .updateTable("attempt_window")
        .set({ tries: sql`tries - 1` })
        .where("subject", "=", hashOf(counted))
        .where("tries", ">", 0)
        .execute();
    },
    async forget(counted) {
      await database.deleteFrom("attempt_window").where("subject", "=", hashOf(counted)).execute();
    },
  };
}
