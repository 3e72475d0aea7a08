// The statements of a commit, one per table, each prepared once per connection: rows that are new
// are copied in, orders that were there before are changed. The first one is the fence. Used by
// journal-writer.ts.

import type { ColumnKind, RowBuffer } from "./row-buffer.ts";

/**
 * The fence: shows the writer's epoch, and where the journal must end for these rows to follow it;
 * fails when either is not so (migrations 0039 and 0047).
 */
export const FENCE_STATEMENT = "hold_pen";
export const FENCE = "select hold_pen($1, $2, $3, $4)";

/** Shows under which writer of the tape its quotes were heard (migration 0042). */
export const TAPE_FENCE_STATEMENT = "hold_tape";
export const TAPE_FENCE = "select hold_tape($1)";

type Columns = readonly (readonly [string, ColumnKind])[];

/** What a change may take off by 0. */
const CLEARABLE = new Set(["stop_loss", "take_profit", "trailing_distance", "expires_at_ms"]);

export function statementOf({ name, columns }: RowBuffer): string {
  const names = columns.map(([column]) => column).join(", ");
  switch (name) {
    case "trade_order_change":
      return updateOrders(columns);
    case "tape_quote":
      // A quote may be named by two commits; it is the same quote (inv17).
      return `insert into tape_quote (${names})
        select ${names} from unnest($1::tape_quote[]) on conflict do nothing`;
    default:
      return `copy ${name} (${names}) from stdin (format binary)`;
  }
}

function updateOrders(columns: Columns): string {
  const changes = columns
    .map(([name]) => name)
    .filter((name) => name !== "order_id")
    .map((name) => {
      const next = `coalesce(c.${name}, o.${name})`;
      return `${name} = ${CLEARABLE.has(name) ? `nullif(${next}, 0)` : next}`;
    });
  return `update trade_order o set ${changes.join(", ")}
    from unnest($1::trade_order_change[]) c where o.order_id = c.order_id`;
}
