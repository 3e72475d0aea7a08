// The sessions in the database. Time is the database's own, so that a server whose clock jumps
// neither ends a session nor keeps a dead one alive (F10). Called by sessions.ts alone.

import type { LoginMethod } from "@truetick/contract";
import { accountId } from "@truetick/engine";
import { type Generated, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { Caller } from "../../platform/handler.ts";
import { countriesOf } from "../areas/where-from.ts";
import { insertLogin, rememberDevice } from "./login-record-table.ts";
import { holdsStill, type Proof } from "./proof.ts";
import type { Trace } from "./visit.ts";

type SessionTable = {
  readonly id: Generated<bigint>;
  readonly token_hash: Buffer;
  readonly user_id: bigint;
  readonly created_at: Generated<Date>;
  readonly last_used_at: Generated<Date>;
  readonly expires_at: Date;
  readonly revoked_at: Generated<Date | null>;
  readonly device: Generated<string>;
  readonly address_masked: Generated<string>;
  readonly method: LoginMethod;
  readonly stepped_up_at: Generated<Date | null>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    user_session: SessionTable;
  }
}

/** Whoever listens here hears the id of every session that was ended, once that is committed. */
export const ENDED_CHANNEL = "session_ended";

const SESSIONS_PER_USER_MAX = 20;

/** Both in PostgreSQL's words: a session ends when it is old, or when nobody used it for long. */
const LIFE = sql<Date>`clock_timestamp() + interval '90 days'`;
const IDLE = sql`interval '30 days'`;
const IDLE_SINCE = sql<Date>`clock_timestamp() - ${IDLE}`;
const NOW = sql<Date>`clock_timestamp()`;
const USED_LONG_AGO = sql<boolean>`last_used_at < clock_timestamp() - interval '1 minute'`;

/** Of a row of `user_session`: neither ended nor run out. For what lasts as long as a session. */
export const SESSION_HOLDS = sql<boolean>`(
  user_session.revoked_at is null and user_session.expires_at > ${NOW}
  and user_session.last_used_at > ${IDLE_SINCE}
)`;

export type NewSession = {
  readonly userId: number;
  readonly tokenHash: Buffer;
  readonly trace: Trace;
  /** Null when nothing has to hold still. */
  readonly proof: Proof | null;
};

/**
 * Makes room among the user's own sessions: those that are over give way, then the oldest. Answers
 * whether the user comes from a device that was never seen before; "disproved" when the proof does
 * not hold any more.
 */
export async function insertSession(
  database: Database,
  { userId, tokenHash, trace, proof }: NewSession,
): Promise<boolean | "disproved"> {
  const user_id = BigInt(userId);
  const { device, addressMasked: address_masked, method } = trace;
  return await database.transaction().execute(async (tx) => {
    if (proof && !(await holdsStill(tx, { userId, proof }))) return "disproved";
    await tx
      .insertInto("user_session")
      .values({
        user_id,
        token_hash: tokenHash,
        expires_at: LIFE,
        device,
        address_masked,
        method,
      })
      .execute();
    await insertLogin(tx, { userId, trace, isOk: true });
    const isNewDevice = await rememberDevice(tx, { userId, trace });
    const kept = tx
      .selectFrom("user_session")
      .select("id")
      .where("user_id", "=", user_id)
      .orderBy(SESSION_HOLDS, "desc")
      .orderBy("id", "desc")
      .limit(SESSIONS_PER_USER_MAX);
    const ended = await tx
      .deleteFrom("user_session")
      .where("user_id", "=", user_id)
      .where("id", "not in", kept)
      .returning("id")
      .execute();
    await announce(tx, ended);
    return isNewDevice;
  });
}

export type SessionRow = {
  readonly id: number;
  readonly device: string;
  readonly addressMasked: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
};

/** The user's sessions that hold, newest first. */
export async function readSessions(
  database: Database,
  userId: number,
): Promise<readonly SessionRow[]> {
  const rows = await database
    .selectFrom("user_session")
    .select(["id", "device", "address_masked", "created_at", "last_used_at"])
    .where("user_id", "=", BigInt(userId))
    .where("revoked_at", "is", null)
    .where("expires_at", ">", NOW)
    .where("last_used_at", ">", IDLE_SINCE)
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({
    id: Number(row.id),
    device: row.device,
    addressMasked: row.address_masked,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}

/**
 * Whose sessions these are, by the base64 of the token's hash. Missing is one that never was, has
 * ended, or was revoked.
 */
export async function findCallers(
  database: Database,
  tokenHashes: readonly Buffer[],
): Promise<Map<string, Caller>> {
  const rows = await database
    .selectFrom("user_session")
    .innerJoin("app_user", "app_user.id", "user_session.user_id")
    .innerJoin("user_account", "user_account.user_id", "app_user.id")
    .select(["user_session.id", "user_session.token_hash", "user_session.user_id", "app_user.book"])
    .select(["app_user.area", "app_user.country", "app_user.mobile", "app_user.stated_mobile"])
    .select(["user_account.id as account_id", USED_LONG_AGO.as("is_due")])
    .where("user_account.is_main", "=", true)
    .where(sql<boolean>`user_session.token_hash = any(${tokenHashes})`)
    .where("user_session.revoked_at", "is", null)
    .where("user_session.expires_at", ">", NOW)
    .where("user_session.last_used_at", ">", IDLE_SINCE)
    .execute();
  const due = rows.filter((row) => row.is_due).map((row) => row.id);
  if (due.length > 0) await noteUse(database, due);
  return new Map(
    rows.map((row) => {
      const countries = countriesOf({ ...row, statedMobile: row.stated_mobile });
      const caller: Caller = {
        sessionId: Number(row.id),
        userId: Number(row.user_id),
        accountId: accountId(Number(row.account_id)),
        isDemo: row.book === "demo",
        ...(countries.length > 0 && { countries }),
      };
      return [row.token_hash.toString("base64"), caller];
    }),
  );
}

async function noteUse(database: Database, ids: readonly bigint[]): Promise<void> {
  await database
    .updateTable("user_session")
    .set({ last_used_at: NOW })
    .where(sql<boolean>`id = any(${ids})`)
    .where("revoked_at", "is", null)
    .execute();
}

/** Which sessions to end: one, one if it is this user's, all of a user's, all but one. */
export type EndedSessions =
  | { readonly sessionId: number; readonly userId?: number }
  | { readonly userId: number; readonly exceptSessionId?: number };

/**
 * In the caller's transaction. Answers the ids of the sessions it ended: none, if they had ended
 * already.
 */
export async function revokeSessions(tx: Database, which: EndedSessions): Promise<number[]> {
  const ended = await tx
    .updateTable("user_session")
    .set({ revoked_at: NOW })
    .$call((query) =>
      "sessionId" in which
        ? query.where("id", "=", BigInt(which.sessionId))
        : query.where("id", "!=", BigInt(which.exceptSessionId ?? 0)),
    )
    .$call((query) =>
      which.userId === undefined ? query : query.where("user_id", "=", BigInt(which.userId)),
    )
    .where("revoked_at", "is", null)
    .returning("id")
    .execute();
  await announce(tx, ended);
  return ended.map(({ id }) => Number(id));
}

/** Which of these sessions still hold, and for how many milliseconds if nobody uses them. */
export async function livingSessions(
  database: Database,
  sessionIds: readonly number[],
): Promise<Map<number, number>> {
  const endsAt = sql`least(expires_at, last_used_at + ${IDLE})`;
  const rows = await database
    .selectFrom("user_session")
    .select("id")
    .select(sql<number>`1000 * extract(epoch from ${endsAt} - ${NOW})::float8`.as("left_ms"))
    .where(sql<boolean>`id = any(${sessionIds.map(BigInt)})`)
    .where(SESSION_HOLDS)
    .execute();
  return new Map(rows.map(({ id, left_ms }) => [Number(id), left_ms]));
}

/** PostgreSQL tells it on commit, and not at all when there is none. */
async function announce(tx: Database, ended: readonly { id: bigint }[]): Promise<void> {
  if (ended.length === 0) return;
  const ids = ended.map(({ id }) => String(id));
  await sql`select pg_notify(${ENDED_CHANNEL}, id) from unnest(${ids}::text[]) as id`.execute(tx);
}
