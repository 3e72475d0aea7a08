// Which of these people have a certified identity. Asked for a page of people at once.

import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";

export async function certifiedAmong(
  database: Database,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ user_id: bigint }>`
    select user_id from identity_case
    where status = 'approved' and user_id = any(${userIds.map(BigInt)})`.execute(database);
  return new Set(rows.map(({ user_id }) => Number(user_id)));
}
