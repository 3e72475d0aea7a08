// Pictures that look like one another: the same payment reported twice, or a picture that was
// slightly changed (T61). Nothing is refused for it; who decides is told.

import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { OPEN_STATES } from "./deposit-table.ts";

/** Pictures that differ in at most this many of 64 marks look alike. */
const DISTANCE_MAX = 6;

/** For a query over deposits. Rows without a picture never match. */
export function looksLike(likeness: string): RawBuilder<boolean> {
  return sql<boolean>`bit_count(deposit.proof_likeness # ${likeness}::bit(64)) <= ${DISTANCE_MAX}`;
}

/** Whether others look like it; those that are still open are marked, too. */
export async function markTwins(
  trx: Database,
  { depositId, likeness }: { readonly depositId: bigint; readonly likeness: string },
): Promise<boolean> {
  const twins = await trx
    .selectFrom("deposit")
    .select(["id", "state"])
    .where("id", "<>", depositId)
    .where(looksLike(likeness))
    .execute();
  const open = twins.filter(({ state }) => OPEN_STATES.some((each) => each === state));
  if (open.length > 0) {
    const ids = open.map(({ id }) => id);
    await trx.updateTable("deposit").set({ has_twin: true }).where("id", "in", ids).execute();
  }
  return twins.length > 0;
}
