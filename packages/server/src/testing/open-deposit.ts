// Money for a user of the test floor, with the deposit it came by, so that the books explain all
// they hold (inv27). Called by trading-floor.ts.

import type { Money } from "@truetick/money";
import { sql } from "kysely";
import type { TestDatabase } from "./test-database.ts";

/** Answers the number of a card payment that is on record; the caller books it. */
export async function insertDeposit(
  { database }: TestDatabase,
  paid: { readonly userId: number; readonly accountId: number; readonly amount: Money },
): Promise<number> {
  const { userId, accountId, amount } = paid;
  const { rows } = await sql<{ id: bigint }>`
    insert into deposit (user_id, account_id, kind, state, currency_code, decimals, amount,
      rate_numerator, rate_denominator, credit_usd, created_at, decided_at)
    values (${userId}, ${accountId}, 'card', 'credited', 'USD', 6, ${amount}, 1, 1, ${amount},
      now(), now())
    returning id`.execute(database);
  return Number(rows[0]?.id);
}
