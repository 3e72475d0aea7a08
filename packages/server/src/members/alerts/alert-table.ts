// Price alerts as rows, and how far their tapes were looked through. Read and written by the calls
// about them and by the watch. Invariants: every question of a person names whose rows it is about
// (T74); an alert fires once and is otherwise what was asked for (a trigger keeps it so); one
// attempt sets one (T01).

import { ALERTS_MAX } from "@truetick/contract/notices";
import { type Generated, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import { DAY_MS } from "../attempts/limits.ts";
import type { WaitingAlert } from "./alert-heaps.ts";

type PriceAlertTable = {
  readonly id: Generated<bigint>;
  readonly user_id: bigint;
  readonly market_id: number;
  readonly price: bigint;
  readonly direction: "above" | "below";
  readonly created_at: Date;
  readonly created_seq: bigint;
  readonly fired_at: Generated<Date | null>;
  readonly fired_seq: Generated<bigint | null>;
  readonly fired_bid: Generated<bigint | null>;
  readonly attempt: Generated<string | null>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    price_alert: PriceAlertTable;
  }
}

export type AlertRow = {
  readonly id: number;
  readonly marketId: number;
  readonly price: number;
  readonly direction: "above" | "below";
  readonly createdAt: Date;
  readonly firedAt: Date | null;
  readonly firedSeq: number | null;
};

export type NewAlert = Omit<WaitingAlert, "id"> & {
  readonly nowMs: number;
  /** What its owner called the attempt to set it. */
  readonly attempt?: string | null;
};

/** Of those that have fired, so many stay on somebody's list. */
const FIRED_KEPT_MAX = 50;
const FIRED_KEPT_DAYS = 90;

type SettingAttempt = Pick<WaitingAlert, "userId" | "marketId" | "price"> & {
  readonly attempt: string;
};

/**
 * What this attempt has set before, as it was set; null: nothing, or it is removed since. Refuses
 * with KEY_REUSED when it asked for another.
 */
export async function readSetBy(
  database: Database,
  { userId, attempt, marketId, price }: SettingAttempt,
): Promise<AlertRow | Refused | null> {
  const row = await database
    .selectFrom("price_alert")
    .selectAll()
    .where("user_id", "=", BigInt(userId))
    .where("attempt", "=", attempt)
    .executeTakeFirst();
  if (!row) return null;
  const isSame = row.market_id === marketId && row.price === BigInt(price);
  return isSame ? { ...alertOf(row), firedAt: null, firedSeq: null } : refuse("KEY_REUSED");
}

/** Refuses with TOO_MANY_ALERTS, and with KEY_REUSED what the same attempt has just set. */
export async function insertAlert(database: Database, alert: NewAlert): Promise<number | Refused> {
  const { userId, marketId, price, direction, afterSeq, nowMs, attempt = null } = alert;
  return await database.transaction().execute(async (trx) => {
    // Two that come at once are counted one after the other.
    await sql`select from app_user where id = ${userId} for no key update`.execute(trx);
    if (attempt !== null && (await readSetBy(trx, { ...alert, attempt }))) {
      return refuse("KEY_REUSED");
    }
    const { waiting } = await trx
      .selectFrom("price_alert")
      .select(sql<bigint>`count(*)`.as("waiting"))
      .where("user_id", "=", BigInt(userId))
      .where("fired_at", "is", null)
      .executeTakeFirstOrThrow();
    if (waiting >= ALERTS_MAX) return refuse("TOO_MANY_ALERTS", { max: ALERTS_MAX });
    const { id } = await trx
      .insertInto("price_alert")
      .values({
        user_id: BigInt(userId),
        market_id: marketId,
        price: BigInt(price),
        direction,
        created_at: new Date(nowMs),
        created_seq: BigInt(afterSeq),
        attempt,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await dropOldFired(trx, userId);
    return Number(id);
  });
}

async function dropOldFired(trx: Database, userId: number): Promise<void> {
  await sql`
    delete from price_alert where id in (
      select id from price_alert where user_id = ${userId} and fired_at is not null
      order by fired_at desc, id desc offset ${FIRED_KEPT_MAX}
    )`.execute(trx);
}

/** Waiting ones first, then those that have fired, both newest first. */
export async function readAlerts(database: Database, userId: number): Promise<AlertRow[]> {
  const rows = await database
    .selectFrom("price_alert")
    .selectAll()
    .where("user_id", "=", BigInt(userId))
    .orderBy((eb) => eb("fired_at", "is", null), "desc")
    .orderBy(sql`coalesce(fired_at, created_at)`, "desc")
    .orderBy("id", "desc")
    .limit(ALERTS_MAX + FIRED_KEPT_MAX)
    .execute();
  return rows.map(alertOf);
}

function alertOf(row: Selectable<PriceAlertTable>): AlertRow {
  return {
    id: Number(row.id),
    marketId: row.market_id,
    price: Number(row.price),
    direction: row.direction,
    createdAt: row.created_at,
    firedAt: row.fired_at,
    firedSeq: row.fired_seq === null ? null : Number(row.fired_seq),
  };
}

/** False when it is not somebody's own. */
export async function deleteAlert(
  database: Database,
  { userId, alertId }: { readonly userId: number; readonly alertId: number },
): Promise<boolean> {
  const gone = await database
    .deleteFrom("price_alert")
    .where("id", "=", BigInt(alertId))
    .where("user_id", "=", BigInt(userId))
    .returning("id")
    .executeTakeFirst();
  return gone !== undefined;
}

/** All that wait, and from which row of its market's tape on each is to be looked at. */
export async function readWaiting(
  database: Database,
  afterId = 0,
): Promise<readonly WaitingAlert[]> {
  const { rows } = await sql<
    Pick<PriceAlertTable, "user_id" | "market_id" | "price" | "direction"> & {
      id: bigint;
      after_seq: bigint;
    }
  >`
    select a.id, a.user_id, a.market_id, a.price, a.direction,
      greatest(a.created_seq, coalesce(c.seq, 0)) as after_seq
    from price_alert a left join alert_cursor c on c.market_id = a.market_id
    where a.fired_at is null and a.id > ${afterId}`.execute(database);
  return rows.map((row) => ({
    id: Number(row.id),
    userId: Number(row.user_id),
    marketId: row.market_id,
    price: Number(row.price),
    direction: row.direction,
    afterSeq: Number(row.after_seq),
  }));
}

/** An alert and the row of the tape that reached it. */
export type ReachedAlert = {
  readonly alert: WaitingAlert;
  readonly seq: number;
  readonly bid: number;
  readonly atMs: number;
};

/** Answers the ids of those that fired by this; removed ones do not. */
export async function markFired(
  trx: Database,
  reached: readonly ReachedAlert[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: bigint }>`
    update price_alert p set fired_at = r.at, fired_seq = r.seq, fired_bid = r.bid
    from unnest(
      ${reached.map(({ alert }) => alert.id)}::bigint[],
      ${reached.map(({ atMs }) => new Date(atMs))}::timestamptz[],
      ${reached.map(({ seq }) => seq)}::bigint[],
      ${reached.map(({ bid }) => bid)}::bigint[]
    ) as r (id, at, seq, bid)
    where p.id = r.id and p.fired_at is null
    returning p.id`.execute(trx);
  return new Set(rows.map(({ id }) => Number(id)));
}

/** Moves on to these rows, but never past what is stored of the tape. */
export async function moveCursors(
  database: Database,
  seqs: ReadonlyMap<number, number>,
): Promise<void> {
  if (seqs.size === 0) return;
  await sql`
    insert into alert_cursor (market_id, seq)
    select s.market_id, least(s.seq, t.last_seq)
    from unnest(${[...seqs.keys()]}::integer[], ${[...seqs.values()]}::bigint[])
      as s (market_id, seq)
    cross join lateral (
      select last_seq from tape_piece p
      where p.market_id = s.market_id order by p.first_seq desc limit 1
    ) t
    on conflict (market_id) do update set seq = greatest(alert_cursor.seq, excluded.seq)`.execute(
    database,
  );
}

export async function forgetFired(database: Database, nowMs: number): Promise<void> {
  await database
    .deleteFrom("price_alert")
    .where("fired_at", "<", new Date(nowMs - FIRED_KEPT_DAYS * DAY_MS))
    .execute();
}
