// The rows of the simulated traders: a user that nobody can log in as, an account in the demo book,
// an alias in the ranking. Made once, before they first trade; found again by every start.

import { randomInt } from "node:crypto";
import { type AccountId, accountId } from "@truetick/engine";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { TRADER_STYLES, type TraderStyle } from "./trader-style.ts";
import "../ranking/leader-table.ts";

export type SimulatedTrader = {
  readonly style: TraderStyle;
  readonly userId: number;
  readonly accountId: AccountId;
};

const UID_MIN = 100_000_000;
const UID_MAX = 999_999_999;

export async function findTeam(database: Database): Promise<SimulatedTrader[]> {
  const { rows } = await sql<{ alias: string; user_id: bigint; account_id: bigint }>`
    select l.alias, u.id as user_id, l.account_id from app_user u
    join user_account a on a.user_id = u.id
    join leader l on l.account_id = a.id
    where u.is_simulated order by a.id`.execute(database);
  return rows.flatMap(({ alias, user_id, account_id }) => {
    const style = TRADER_STYLES.find((one) => one.alias === alias);
    if (!style) return [];
    return [{ style, userId: Number(user_id), accountId: accountId(Number(account_id)) }];
  });
}

/** All of them or none. `sinceMs`: when they are said to have come. */
export async function makeTeam(database: Database, sinceMs: number): Promise<void> {
  const since = new Date(sinceMs);
  await database.transaction().execute(async (tx) => {
    for (const { alias } of TRADER_STYLES) {
      const { id: userId } = await tx
        .insertInto("app_user")
        .values({
          book: "demo",
          uid: String(randomInt(UID_MIN, UID_MAX + 1)),
          demo_secret_hash: null,
          is_simulated: true,
          created_at: since,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const account = await tx
        .insertInto("user_account")
        .values({ user_id: userId, book: "demo", is_main: true, created_at: since })
        .returning("id")
        .executeTakeFirstOrThrow();
      await tx
        .insertInto("leader")
        .values({ account_id: account.id, alias, listed_at: since })
        .execute();
    }
  });
}

/** Whether any account belongs to somebody who is no program. */
export async function hasPeople(database: Database): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from trading_account t
      where not exists (select from app_user u where u.id = t.owner_id and u.is_simulated)
    ) as has`.execute(database);
  return rows[0]?.has ?? false;
}
