// The newest deposits, withdrawals and adjustments of one person, together and by time. Read by the
// page of that person.

import type { DeskMoney } from "@truetick/contract/desk";
import { formatMoney, money } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { secondsOf } from "../page.ts";

type Row = {
  kind: DeskMoney["kind"];
  id: bigint;
  amount: bigint | null;
  status: string;
  at: Date;
};

/** Newest first. Each of the three has an index of its own by person. */
export async function readRecentMoney(
  database: Database,
  { userId, take }: { readonly userId: number; readonly take: number },
): Promise<DeskMoney[]> {
  const newest = sql`order by id desc limit ${take}`;
  const { rows } = await sql<Row>`
    (select 'deposit' as kind, id, coalesce(credit_usd, expected_usd) as amount, state as status,
       created_at as at from deposit where user_id = ${userId} ${newest})
    union all
    (select 'withdrawal', id, -amount, status, created_at from withdrawal
     where user_id = ${userId} and status not in ('placing', 'refused') ${newest})
    union all
    (select 'adjustment', id, amount, 'booked', booked_at from adjustment
     where user_id = ${userId} ${newest})
    order by at desc limit ${take}`.execute(database);
  return rows.map((row) => ({
    kind: row.kind,
    id: String(row.id),
    amount: row.amount === null ? "" : formatMoney(money(row.amount)),
    status: row.status,
    at: secondsOf(row.at),
  }));
}
