// The records of what was ordered of markets by hand: which are halted, which are for closing only,
// and why; and what a process knows of them. Written and read by market-halts.ts. Both tables only
// grow; the newest row holds.

import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import "./session-table.ts";

/** Each is null where it was not ordered, or was lifted. */
export type Standing = {
  readonly haltReason: string | null;
  readonly closingOnlyReason: string | null;
};

/** The same as those who show markets ask for it. */
export type Held = {
  /** It has prices, and is not open. */
  readonly isHalted: (market: { readonly id: string }) => boolean;
  /** Once its calendar has it open. */
  readonly isClosingOnly: (market: { readonly id: string }) => boolean;
};

export const HELD_BY_NOBODY: Held = { isHalted: () => false, isClosingOnly: () => false };

export const NOT_HELD: Standing = { haltReason: null, closingOnlyReason: null };

type Standings = readonly (readonly [marketId: string, standing: Standing])[];

/** What this process knows. */
export type StandingBook = {
  readonly of: (marketId: string) => Standing;
  /** Every market that something was ever ordered of, let go since or not. */
  readonly all: () => Standings;
  readonly put: (marketId: string, standing: Standing) => void;
  /** What is recorded now, or later; answers the markets of which something else is known then. */
  readonly read: () => Promise<readonly string[]>;
};

/**
 * Reads one at a time, of however many who ask meanwhile once more, and not across a `put`: what
 * was recorded before something is known does not undo it.
 */
export function createStandingBook(recorded: () => Promise<Standings>): StandingBook {
  const standings = new Map<string, Standing>();
  const of = (id: string) => standings.get(id) ?? NOT_HELD;
  let puts = 0;
  let underWay: Promise<readonly string[]> | null = null;
  let next: Promise<readonly string[]> | null = null;

  async function readNow(): Promise<readonly string[]> {
    const putsBefore = puts;
    const found = await recorded();
    if (puts !== putsBefore) return await readNow();
    const changed = found.filter(([id, standing]) => !isSame(standing, of(id)));
    // Those that were let go too: an engine may still have them held.
    for (const [id, standing] of found) standings.set(id, standing);
    return changed.map(([id]) => id);
  }
  function begin(): Promise<readonly string[]> {
    next = null;
    underWay = readNow().finally(() => {
      underWay = null;
    });
    return underWay;
  }
  return {
    of,
    all: () => [...standings],
    put(id, standing) {
      puts += 1;
      standings.set(id, standing);
    },
    read() {
      if (underWay === null) return begin();
      next ??= underWay.then(begin, begin);
      return next;
    },
  };
}

function isSame(one: Standing, other: Standing): boolean {
  return one.haltReason === other.haltReason && one.closingOnlyReason === other.closingOnlyReason;
}

/** Of every market that something was ever ordered of. */
export async function readStandings(database: Database): Promise<Standings> {
  const { rows } = await sql<{
    id: number;
    haltReason: string | null;
    closingOnlyReason: string | null;
  }>`
    select coalesce(h.market_id, c.market_id) as id,
      case when h.is_halted then h.reason end as "haltReason",
      case when c.is_closing_only then c.reason end as "closingOnlyReason"
    from (
      select distinct on (market_id) * from market_halt order by market_id, id desc
    ) h full join (
      select distinct on (market_id) * from market_closing_only order by market_id, id desc
    ) c on c.market_id = h.market_id`.execute(database);
  return rows.map(({ id, ...standing }) => [String(id), standing] as const);
}

/** One row for each market, all of them or none. */
export async function writeOrder(
  database: Database,
  {
    ids,
    change,
    order: { reason, orderedBy },
  }: {
    readonly ids: readonly string[];
    readonly change: Partial<Standing>;
    readonly order: { readonly reason: string; readonly orderedBy: string };
  },
): Promise<void> {
  const rows = ids.map((id) => ({ market_id: Number(id), reason, ordered_by: orderedBy }));
  if (rows.length === 0) return;
  const { haltReason, closingOnlyReason } = change;
  if (haltReason !== undefined) {
    const is_halted = haltReason !== null;
    await database
      .insertInto("market_halt")
      .values(rows.map((row) => ({ ...row, is_halted })))
      .execute();
  }
  if (closingOnlyReason !== undefined) {
    const is_closing_only = closingOnlyReason !== null;
    await database
      .insertInto("market_closing_only")
      .values(rows.map((row) => ({ ...row, is_closing_only })))
      .execute();
  }
}
