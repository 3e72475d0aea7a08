// Proof that the owner sits at this session now, asked for before sensitive acts: a token alone,
// stolen or left open, does not change second factors, passkeys or where money goes (T17). Called
// by the calls of such acts. Invariants: it holds for one session and five minutes by the clock of
// the database, and ends with the session; a password proves nothing beside an app that is on.

import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type Caller, type Refused, refuse } from "../../platform/handler.ts";

export type StepUp = {
  /** STEP_UP_NEEDED, or null when the caller proved to be there in the last five minutes. */
  readonly require: (caller: Caller) => Promise<Refused | null>;
  /** The caller has just proved it; answers until when it holds, in Unix seconds. */
  readonly note: (caller: Caller) => Promise<number>;
  /** The same by the password; null when an app was turned on meanwhile. */
  readonly noteByPassword: (caller: Caller) => Promise<number | null>;
  /** Nobody of this user has proved anything, as when proving becomes harder: together with it. */
  readonly forget: (trx: Database, userId: number) => Promise<void>;
};

const HOLDS_SINCE = sql<Date>`clock_timestamp() - interval '5 minutes'`;
const HOLDS_SEC = 300;

export function createStepUp({ database }: { database: Database }): StepUp {
  return {
    async require({ sessionId }) {
      const proved = await database
        .selectFrom("user_session")
        .select("id")
        .where("id", "=", BigInt(sessionId))
        .where("stepped_up_at", ">", HOLDS_SINCE)
        .executeTakeFirst();
      return proved ? null : refuse("STEP_UP_NEEDED");
    },
    note: ({ sessionId }) => noteIn(database, sessionId),
    noteByPassword: ({ userId, sessionId }) =>
      database.transaction().execute(async (trx) => {
        // Sessions before factors, as whoever takes both away. Who is turning an app on waits for
        // this, and then forgets what it notes.
        await trx
          .selectFrom("user_session")
          .select("id")
          .where("id", "=", BigInt(sessionId))
          .forNoKeyUpdate()
          .executeTakeFirstOrThrow();
        const app = await trx
          .selectFrom("totp_secret")
          .select("enabled_at")
          .where("user_id", "=", BigInt(userId))
          .forShare()
          .executeTakeFirst();
        return app?.enabled_at ? null : await noteIn(trx, sessionId);
      }),
    async forget(trx, userId) {
      await trx
        .updateTable("user_session")
        .set({ stepped_up_at: null })
        .where("user_id", "=", BigInt(userId))
        .execute();
    },
  };
}

async function noteIn(database: Database, sessionId: number): Promise<number> {
  const { stepped_up_at } = await database
    .updateTable("user_session")
    .set({ stepped_up_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", BigInt(sessionId))
    .returning("stepped_up_at")
    .executeTakeFirstOrThrow();
  return Math.floor((stepped_up_at?.getTime() ?? 0) / 1_000) + HOLDS_SEC;
}
