// The queue of messages on their way out, as rows. Only the outbox reads and writes it. Invariants:
// a message is with one worker at a time (its row is claimed by moving `due_at` past the longest
// delivery, which also gives it back if that worker dies); what has ended keeps no content.

import type { LanguageId } from "@truetick/contract";
import { type Generated, type Selectable, type SelectQueryBuilder, sql } from "kysely";
import type { Database, Tables } from "../database.ts";
import type { Channel } from "./message.ts";

type MessageTable = {
  readonly id: Generated<bigint>;
  readonly channel: Channel;
  readonly kind: string;
  readonly language: LanguageId;
  readonly sealed: Buffer | null;
  readonly topic: Buffer | null;
  readonly state: Generated<"waiting" | "sent" | "refused" | "expired">;
  readonly attempts: Generated<number>;
  readonly due_at: Date;
  readonly expires_at: Date;
  readonly problem: Generated<string | null>;
  readonly created_at: Date;
  readonly ended_at: Generated<Date | null>;
};

declare module "../database.ts" {
  interface Tables {
    outbox_message: MessageTable;
  }
}

export type ClaimedMessage = Selectable<MessageTable>;

const PROBLEM_LENGTH_MAX = 100;

export type NewMessage = Pick<
  ClaimedMessage,
  "channel" | "kind" | "language" | "sealed" | "topic"
> & {
  readonly expiresAfterMs: number;
};

/**
 * In the caller's transaction. What waits with the topic of one is given up: a provider that is
 * late brings the newest only.
 */
export async function insertMessages(
  trx: Database,
  messages: readonly NewMessage[],
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  const topics = messages.flatMap(({ topic }) => topic ?? []);
  if (topics.length > 0) {
    await trx
      .updateTable("outbox_message")
      .set({ state: "expired", sealed: null, ended_at: now, problem: "replaced" })
      .where("topic", "in", topics)
      .where("state", "=", "waiting")
      .execute();
  }
  const expiries = messages.map(({ expiresAfterMs }) => new Date(nowMs + expiresAfterMs));
  await sql`
    insert into outbox_message
      (channel, kind, language, sealed, topic, expires_at, due_at, created_at)
    select channel, kind, language, sealed, topic, expires_at,
      ${now}::timestamptz, ${now}::timestamptz
    from unnest(
      ${messages.map(({ channel }) => channel)}::text[],
      ${messages.map(({ kind }) => kind)}::text[],
      ${messages.map(({ language }) => language)}::text[],
      ${messages.map(({ sealed }) => sealed)}::bytea[],
      ${messages.map(({ topic }) => topic)}::bytea[],
      ${expiries}::timestamptz[]
    ) as m (channel, kind, language, sealed, topic, expires_at)`.execute(trx);
}

/** How many wait in each channel. */
export async function countWaiting(
  database: Database,
): Promise<readonly { readonly channel: Channel; readonly count: number }[]> {
  const rows = await database
    .selectFrom("outbox_message")
    .select(["channel", sql<bigint>`count(*)`.as("count")])
    .where("state", "=", "waiting")
    .groupBy("channel")
    .execute();
  return rows.map(({ channel, count }) => ({ channel, count: Number(count) }));
}

/** How many of a channel are due: without those that wait for another try. */
export async function countDue(
  database: Database,
  { channel, nowMs }: { readonly channel: Channel; readonly nowMs: number },
): Promise<number> {
  const { count } = await database
    .selectFrom("outbox_message")
    .select(sql<bigint>`count(*)`.as("count"))
    .where("channel", "=", channel)
    .where("state", "=", "waiting")
    .where("due_at", "<=", new Date(nowMs))
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Claim = {
  readonly channel: Channel;
  readonly count: number;
  readonly nowMs: number;
  readonly leaseMs: number;
};

/**
 * Due ones that nobody else is just claiming. First what a newer one would replace, as codes, which
 * are soon worth nothing; then the oldest.
 */
export async function claimMessages(
  database: Database,
  claim: Claim,
): Promise<readonly ClaimedMessage[]> {
  // They are few, and have an index of their own; by the one of moments they would be looked for
  // among letters, of which very many can wait. So the order is by what no index has.
  const urgent = await claimDue(database, claim, (due) =>
    due.where("topic", "is not", null).orderBy(sql`due_at + interval '0'`),
  );
  if (urgent.length === claim.count) return urgent;
  const left = { ...claim, count: claim.count - urgent.length };
  const others = await claimDue(database, left, (due) => due.orderBy("due_at"));
  return [...urgent, ...others];
}

type DueQuery = SelectQueryBuilder<Tables, "outbox_message", { id: bigint }>;

async function claimDue(
  database: Database,
  { channel, count, nowMs, leaseMs }: Claim,
  inOrder: (due: DueQuery) => DueQuery,
): Promise<readonly ClaimedMessage[]> {
  const now = new Date(nowMs);
  return await database
    .updateTable("outbox_message")
    .set({ due_at: new Date(nowMs + leaseMs), attempts: sql<number>`attempts + 1` })
    .where("id", "in", (eb) =>
      inOrder(
        eb
          .selectFrom("outbox_message")
          .select("id")
          .where("channel", "=", channel)
          .where("state", "=", "waiting")
          .where("due_at", "<=", now)
          .where("expires_at", ">", now),
      )
        .limit(count)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

export async function endMessage(
  database: Database,
  id: bigint,
  end: {
    readonly state: "sent" | "refused";
    readonly problem: string | null;
    readonly nowMs: number;
  },
): Promise<void> {
  await database
    .updateTable("outbox_message")
    .set({
      state: end.state,
      problem: end.problem?.slice(0, PROBLEM_LENGTH_MAX) ?? null,
      sealed: null,
      ended_at: new Date(end.nowMs),
    })
    .where("id", "=", id)
    .execute();
}

/** Left as it is when another has claimed it since. */
export async function postponeMessage(
  database: Database,
  { id, attempts }: Pick<ClaimedMessage, "id" | "attempts">,
  { problem, dueAtMs }: { readonly problem: string; readonly dueAtMs: number },
): Promise<void> {
  await database
    .updateTable("outbox_message")
    .set({ due_at: new Date(dueAtMs), problem: problem.slice(0, PROBLEM_LENGTH_MAX) })
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("state", "=", "waiting")
    .execute();
}

/** Answers what was given up. A message in delivery is let finish: its claim outlasts it. */
export async function expireMessages(
  database: Database,
  nowMs: number,
): Promise<readonly Pick<ClaimedMessage, "channel" | "kind" | "attempts" | "problem">[]> {
  const now = new Date(nowMs);
  return await database
    .updateTable("outbox_message")
    .set({ state: "expired", sealed: null, ended_at: now })
    .where("state", "=", "waiting")
    .where("expires_at", "<=", now)
    .where("due_at", "<=", now)
    .returning(["channel", "kind", "attempts", "problem"])
    .execute();
}

export async function forgetMessages(database: Database, endedBeforeMs: number): Promise<void> {
  await database
    .deleteFrom("outbox_message")
    .where("state", "<>", "waiting")
    .where("ended_at", "<", new Date(endedBeforeMs))
    .execute();
}
