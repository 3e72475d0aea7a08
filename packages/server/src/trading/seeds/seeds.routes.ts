// The call that shows what was promised and what came of it: the seeds of simulated days, for
// everyone. Reads the tables alone, so that past days stay checkable when the feed is another.

import { seedDayToWire } from "@truetick/contract";
import { ROWS_PER_PAGE, seedsFromFields } from "@truetick/contract/calls";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { Handlers } from "../../platform/handler.ts";

export type SeedHandlers = Handlers<"listSeeds">;

type Row = {
  day: string;
  commitment: string;
  committed_at: Date;
  is_early: boolean;
  seed: string | null;
  revealed_at: Date | null;
};

export function createSeedHandlers(database: Database): SeedHandlers {
  return {
    async listSeeds(fields) {
      const { page } = seedsFromFields(fields);
      const { rows } = await sql<Row>`
        select to_char(day, 'YYYY-MM-DD') as day, commitment, committed_at,
          committed_at < day::timestamp at time zone 'UTC' as is_early, seed, revealed_at
        from seed_commitment c left join seed_reveal r using (day, commitment)
        order by c.day desc, committed_at desc, commitment
        limit ${ROWS_PER_PAGE} offset ${(page - 1) * ROWS_PER_PAGE}`.execute(database);
      const counted = await sql<{ total: bigint }>`
        select count(*) as total from seed_commitment`.execute(database);
      return {
        data: rows.map((row) =>
          seedDayToWire({
            day: row.day,
            commitment: row.commitment,
            committedAt: row.committed_at.getTime() / 1_000,
            wasCommittedBefore: row.is_early,
            seed: row.seed,
            revealedAt: row.revealed_at === null ? null : row.revealed_at.getTime() / 1_000,
          }),
        ),
        total: Number(counted.rows[0]?.total ?? 0n),
      };
    },
  };
}
