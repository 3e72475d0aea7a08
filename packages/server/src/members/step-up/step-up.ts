// Proof that the owner sits at this session now, asked for before sensitive acts: a token alone,
// stolen or left open, does not change second factors, passkeys or where money goes (T17). Called
// by the calls of such acts. Invariant: it holds for one session and five minutes by the database's
// clock, and ends with the session.

import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type Caller, type Refused, refuse } from "../../platform/handler.ts";

export type StepUp = {
  /** STEP_UP_NEEDED, or null when the caller proved to be there in the last five minutes. */
  readonly require: (caller: Caller) => Promise<Refused | null>;
  /** The caller has just proved it; answers until when it holds, in Unix seconds. */
  readonly note: (caller: Caller) => Promise<number>;
  /** Nobody of this user has proved anything, as when proving becomes harder. */
  readonly forget: (userId: number) => Promise<void>;
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
    async note({ sessionId }) {
      const { stepped_up_at } = await database
        .updateTable("user_session")
        .set({ stepped_up_at: sql<Date>`clock_timestamp()` })
        .where("id", "=", BigInt(sessionId))
        .returning("stepped_up_at")
        .executeTakeFirstOrThrow();
      return Math.floor((stepped_up_at?.getTime() ?? 0) / 1_000) + HOLDS_SEC;
    },
    async forget(userId) {
      await database
        .updateTable("user_session")
        .set({ stepped_up_at: null })
        .where("user_id", "=", BigInt(userId))
        .execute();
    },
  };
}
