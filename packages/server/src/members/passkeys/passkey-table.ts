// The rows of passkeys and of the challenges put to authenticators. Invariants: a challenge is
// taken once, by deleting it; the counter of a passkey only grows, by a conditional write, so that
// of two that answer with one count one is refused; of two that are added at once the second counts
// the first.

import { randomBytes } from "node:crypto";
import { type Generated, sql } from "kysely";
import type { Database } from "../../platform/database.ts";

type PasskeyTable = {
  readonly id: Generated<bigint>;
  readonly user_id: bigint;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly counter: bigint;
  readonly transports: string[];
  readonly name: string;
  readonly created_at: Generated<Date>;
  readonly last_used_at: Generated<Date | null>;
};

type ChallengeTable = {
  readonly id: Buffer;
  readonly challenge: Buffer;
  readonly session_id: bigint | null;
  readonly expires_at: Date;
};

declare module "../../platform/database.ts" {
  interface Tables {
    passkey: PasskeyTable;
    passkey_challenge: ChallengeTable;
  }
}

const CHALLENGE_ID_BYTES = 16;
const CHALLENGE_BYTES = 32;
const NOW = sql<Date>`clock_timestamp()`;
const IN_FIVE_MINUTES = sql<Date>`clock_timestamp() + interval '5 minutes'`;

export type NewChallenge = { readonly id: string; readonly challenge: Buffer };

/** `sessionId` is the session that adds a passkey; null for whoever logs in or steps up. */
export async function putChallenge(
  database: Database,
  sessionId: number | null,
): Promise<NewChallenge> {
  const id = randomBytes(CHALLENGE_ID_BYTES);
  const challenge = randomBytes(CHALLENGE_BYTES);
  const session_id = sessionId === null ? null : BigInt(sessionId);
  await database.deleteFrom("passkey_challenge").where("expires_at", "<", NOW).execute();
  await database
    .insertInto("passkey_challenge")
    .values({ id, challenge, session_id, expires_at: IN_FIVE_MINUTES })
    .execute();
  return { id: id.toString("base64url"), challenge };
}

/** Null when there is none such, it was taken, it is another session's, or it is too old. */
export async function takeChallenge(
  database: Database,
  { id, sessionId }: { id: string; sessionId: number | null },
): Promise<Buffer | null> {
  const session_id = sessionId === null ? null : BigInt(sessionId);
  const taken = await database
    .deleteFrom("passkey_challenge")
    .where("id", "=", Buffer.from(id, "base64url"))
    .where(sql<boolean>`session_id is not distinct from ${session_id}::bigint`)
    .where("expires_at", ">", NOW)
    .returning("challenge")
    .executeTakeFirst();
  return taken?.challenge ?? null;
}

export type PasskeyRow = {
  readonly id: number;
  readonly userId: number;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

const all = (database: Database) => database.selectFrom("passkey").selectAll();

export async function readPasskeys(
  database: Database,
  userId: number,
): Promise<readonly PasskeyRow[]> {
  const rows = await all(database)
    .where("user_id", "=", BigInt(userId))
    .orderBy("id", "desc")
    .execute();
  return rows.map(rowOf);
}

export async function findPasskey(
  database: Database,
  credentialId: Buffer,
): Promise<PasskeyRow | null> {
  const row = await all(database).where("credential_id", "=", credentialId).executeTakeFirst();
  return row ? rowOf(row) : null;
}

function rowOf(row: {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly transports: string[];
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}): PasskeyRow {
  return {
    id: Number(row.id),
    userId: Number(row.user_id),
    credentialId: row.credential_id,
    publicKey: row.public_key,
    transports: row.transports,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}

export async function hasPasskeys(database: Database, userId: number): Promise<boolean> {
  const found = await database
    .selectFrom("passkey")
    .select("id")
    .where("user_id", "=", BigInt(userId))
    .executeTakeFirst();
  return found !== undefined;
}

/** How many the user has; until the transaction ends nobody else adds one. */
export async function countPasskeys(tx: Database, userId: number): Promise<number> {
  await tx
    .selectFrom("app_user")
    .select("id")
    .where("id", "=", BigInt(userId))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { count } = await tx
    .selectFrom("passkey")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("user_id", "=", BigInt(userId))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whoever ends the session waits for the transaction; false when it has ended. */
export async function holdSession(tx: Database, sessionId: number): Promise<boolean> {
  const held = await tx
    .selectFrom("user_session")
    .select("id")
    .where("id", "=", BigInt(sessionId))
    .where("revoked_at", "is", null)
    .forShare()
    .executeTakeFirst();
  return held !== undefined;
}

/** Null when somebody has it already. */
export async function insertPasskey(
  database: Database,
  passkey: Pick<PasskeyRow, "userId" | "credentialId" | "publicKey" | "transports" | "name"> & {
    readonly counter: number;
  },
): Promise<number | null> {
  const added = await database
    .insertInto("passkey")
    .values({
      user_id: BigInt(passkey.userId),
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: BigInt(passkey.counter),
      transports: [...passkey.transports],
      name: passkey.name,
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return added ? Number(added.id) : null;
}

export async function deletePasskeys(tx: Database, userId: number): Promise<void> {
  await tx.deleteFrom("passkey").where("user_id", "=", BigInt(userId)).execute();
}

/** Answers its name; null when it is none of the user's. */
export async function deletePasskey(
  database: Database,
  { id, userId }: { id: number; userId: number },
): Promise<string | null> {
  const gone = await database
    .deleteFrom("passkey")
    .where("id", "=", BigInt(id))
    .where("user_id", "=", BigInt(userId))
    .returning("name")
    .executeTakeFirst();
  return gone?.name ?? null;
}

/** False when the counter did not grow. Many authenticators do not count and always say 0. */
export async function noteUse(
  database: Database,
  { id, counter }: { id: number; counter: number },
): Promise<boolean> {
  const used = await database
    .updateTable("passkey")
    .set({ counter: BigInt(counter), last_used_at: NOW })
    .where("id", "=", BigInt(id))
    .where((eb) => (counter === 0 ? eb("counter", "=", 0n) : eb("counter", "<", BigInt(counter))))
    .returning("id")
    .executeTakeFirst();
  return used !== undefined;
}
