// A transaction whose "no" undoes what it had begun: a refusal rolls back and comes out as a value.
// Used where money is decided, so that a refused act leaves no trace.

import type { Database } from "../../platform/database.ts";
import { isRefused, type Refused } from "../../platform/handler.ts";

class RolledBack extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super("refused, so rolled back");
    this.refused = refused;
  }
}

export async function inTransaction<T>(
  database: Database,
  act: (trx: Database) => Promise<T | Refused>,
): Promise<T | Refused> {
  try {
    return await database.transaction().execute(async (trx) => {
      const answer = await act(trx);
      if (isRefused(answer)) throw new RolledBack(answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.refused;
    throw error;
  }
}
