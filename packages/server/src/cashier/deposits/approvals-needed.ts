// How many people must agree before a deposit is credited: two from 1,000 USD on, and two as well
// once what one person credited to the same member within a day reaches that together, so that a
// large sum in small parts is a large sum (H08). Asked when it is decided and when it is shown.

import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { approvalsNeeded, TWO_FROM } from "./deposit-object.ts";
import type { DepositRecord } from "./deposit-table.ts";

const DAY_MS = 86_400_000;

/** A card's provider speaks for itself. What is decided already needs what its own sum needs. */
export async function readApprovalsNeeded(
  database: Database,
  deposits: readonly DepositRecord[],
  nowMs: number,
): Promise<(row: DepositRecord) => number> {
  const open = deposits.filter(isOpen);
  const sums = open.length === 0 ? new Map() : await sumsOfDay(database, open, nowMs);
  return (row) => {
    if (row.kind === "card") return 0;
    const own = row.credit_usd ?? row.expected_usd;
    const before: bigint = isOpen(row) ? (sums.get(row.user_id) ?? 0n) : 0n;
    return approvalsNeeded(own === null ? null : own + before);
  };
}

/** In the caller's transaction: two deposits of one member are not decided at the same moment. */
export async function lockMember(trx: Database, { user_id }: DepositRecord): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('truetick.deposit', ${user_id}))`.execute(
    trx,
  );
}

function isOpen({ state }: DepositRecord): boolean {
  return state === "reviewing" || state === "stuck";
}

/** What was credited to each member lately in parts that one person may decide. */
async function sumsOfDay(
  database: Database,
  deposits: readonly DepositRecord[],
  nowMs: number,
): Promise<ReadonlyMap<bigint, bigint>> {
  const members: RawBuilder<unknown> = sql.join([...new Set(deposits.map((row) => row.user_id))]);
  const { rows } = await sql<{ user_id: bigint; sum: string }>`
    select user_id, sum(credit_usd)::text as sum from deposit
    where user_id in (${members}) and kind <> 'card' and state in ('crediting', 'credited')
      and credit_usd < ${TWO_FROM}
      and (decided_at is null or decided_at > ${new Date(nowMs - DAY_MS)})
    group by user_id`.execute(database);
  return new Map(rows.map(({ user_id, sum }) => [user_id, BigInt(sum)]));
}
