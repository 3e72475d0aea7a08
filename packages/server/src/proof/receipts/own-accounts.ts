// Whose accounts a caller may ask about: those of the same owner, follows included. Everything else
// is as unknown as what never was (T56).

import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";

export type OwnAccounts = ReadonlySet<number>;

export async function readOwnAccounts(database: Database, ownerId: number): Promise<OwnAccounts> {
  const { rows } = await sql<{ account_id: bigint }>`
    select account_id from trading_account where owner_id = ${ownerId}`.execute(database);
  return new Set(rows.map(({ account_id }) => Number(account_id)));
}
