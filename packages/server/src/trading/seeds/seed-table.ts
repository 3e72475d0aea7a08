// The tables of promised and shown seeds, as queries see them. Columns are explained in
// migrations/0008-seeds.sql.

import type { Generated } from "kysely";

export type SeedCommitmentTable = {
  readonly day: string;
  readonly commitment: string;
  readonly committed_at: Generated<Date>;
};

export type SeedRevealTable = {
  readonly day: string;
  readonly commitment: string;
  readonly seed: string;
  readonly revealed_at: Generated<Date>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    seed_commitment: SeedCommitmentTable;
    seed_reveal: SeedRevealTable;
  }
}
