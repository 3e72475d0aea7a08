// Arrivals on their way to their table, as the bytes of its columns: what waits for a second would
// otherwise be moved twice by the collector of garbage and kept by the slow one. Used by
// arrival-table.ts. Invariant: what is being written does not change.

import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { Arrival } from "./arrival-table.ts";
import { ColumnArray, type ColumnType, INT4, INT8 } from "./column-array.ts";

const LINES_MAX = 1_000;
/** Emptied ones are filled again. */
const SPARE_MAX = 2;

const text = (bytes: number): ColumnType => ({ name: "text", bytes });
const COLUMNS = {
  kind: text(5),
  book: text(4),
  arrived_at_ms: INT8,
  took_us: INT8,
  refused: text(60),
  order_id: INT8,
  market_id: INT4,
  tape_seq: INT8,
  bid: INT8,
  ask: INT8,
} as const satisfies Record<keyof Arrival, ColumnType>;

/** What one insert writes. */
class Lines {
  readonly #columns = Object.values(COLUMNS).map((type) => new ColumnArray(type, LINES_MAX));
  #count = 0;

  get count(): number {
    return this.#count;
  }

  put(arrival: Arrival): void {
    const [kind, book, atMs, tookUs, refused, order, market, seq, bid, ask] = this.#columns;
    try {
      kind?.text(arrival.kind);
      book?.text(arrival.book);
      atMs?.number(arrival.arrived_at_ms);
      tookUs?.number(arrival.took_us);
      refused?.text(arrival.refused);
      order?.number(arrival.order_id);
      market?.number(arrival.market_id);
      seq?.number(arrival.tape_seq);
      bid?.number(arrival.bid);
      ask?.number(arrival.ask);
      this.#count += 1;
    } catch (error) {
      for (const column of this.#columns) column.takeBack(this.#count);
      throw error;
    }
  }

  clear(): void {
    for (const column of this.#columns) column.clear();
    this.#count = 0;
  }

  /**
   * A column as one parameter: one for every figure would cost as much as deciding an order.
   * Unnested side by side in the select list: in the from clause, PostgreSQL would keep them all
   * aside as rows before it stored the first.
   */
  async insert(database: Database): Promise<void> {
    const names = Object.keys(COLUMNS).map((name) => sql.ref(name));
    const columns = this.#columns.map(
      (column) => sql`unnest(${column.toParameter()}::${sql.raw(column.type.name)}[])`,
    );
    await sql`
      insert into order_arrival (${sql.join(names)}) select ${sql.join(columns)}`.execute(database);
  }
}

export class ArrivalQueue {
  /** The first are written, the last collect. */
  readonly #waiting: Lines[] = [];
  readonly #spare: Lines[] = [];
  #sending: Lines | null = null;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Throws for what the table cannot hold, and is as before. */
  put(arrival: Arrival): void {
    this.#collecting().put(arrival);
    this.#count += 1;
  }

  /** Rejects when an insert fails; what is not written by then waits on. Called once at a time. */
  async write(database: Database): Promise<void> {
    for (let [lines] = this.#waiting; lines; [lines] = this.#waiting) {
      this.#sending = lines;
      try {
        await lines.insert(database);
      } finally {
        this.#sending = null;
      }
      this.#waiting.shift();
      this.#count -= lines.count;
      lines.clear();
      if (this.#spare.length < SPARE_MAX) this.#spare.push(lines);
    }
  }

  #collecting(): Lines {
    const last = this.#waiting.at(-1);
    if (last && last !== this.#sending && last.count < LINES_MAX) return last;
    const next = this.#spare.pop() ?? new Lines();
    this.#waiting.push(next);
    return next;
  }
}
