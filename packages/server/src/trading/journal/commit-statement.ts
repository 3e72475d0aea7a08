// The one statement of a commit: every table of the batch in one round trip and one transaction.
// Built from the buffers' columns, prepared once per connection. Answers how many orders were
// changed, so that a change that met no row is noticed.

import type { createCommitBuffers } from "./commit-rows.ts";
import type { ColumnKind } from "./row-buffer.ts";

type Buffers = ReturnType<typeof createCommitBuffers>;

/** What a change may take off by 0. */
const CLEARABLE = new Set(["stop_loss", "take_profit", "trailing_distance", "expires_at_ms"]);

export function commitStatement(buffers: Buffers): string {
  const parts = Object.values(buffers).map(({ name, columns }, index) => {
    const parameter = `unnest($${index + 1}::${name}[])`;
    return name === "trade_order_change"
      ? `${name}_write as (${updateOrders(columns, parameter)})`
      : `${name}_write as (${insertRows(name, columns, parameter)})`;
  });
  return `with ${parts.join(",\n")}
select count(*)::int as changed from trade_order_change_write`;
}

type Columns = readonly (readonly [string, ColumnKind])[];

function insertRows(table: string, columns: Columns, rows: string): string {
  const names = columns.map(([name]) => name).join(", ");
  // A quote may be named by two commits; it is the same quote (inv17).
  const again = table === "tape_quote" ? " on conflict do nothing" : "";
  return `insert into ${table} (${names}) select ${names} from ${rows}${again}`;
}

function updateOrders(columns: Columns, rows: string): string {
  const changes = columns
    .map(([name]) => name)
    .filter((name) => name !== "order_id")
    .map((name) => {
      const next = `coalesce(c.${name}, o.${name})`;
      return `${name} = ${CLEARABLE.has(name) ? `nullif(${next}, 0)` : next}`;
    });
  return `update trade_order o set ${changes.join(", ")} from ${rows} c
    where o.order_id = c.order_id returning 1`;
}
