// The tables of arrivals, and how lines get into them: kept in memory first, written in batches.
// Used by order-arrivals.ts. Invariants: what waits is bounded; what had no room is counted, and
// the count is written with the next batch.

import { type Generated, sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { ColumnArray, type ColumnType, INT4, INT8 } from "./column-array.ts";

export type Arrival = {
  readonly kind: "open" | "close";
  readonly book: "real" | "demo";
  readonly arrived_at_ms: number;
  readonly took_us: number;
  /** Empty: it was done. */
  readonly refused: string;
  readonly order_id: number | null;
  readonly market_id: number | null;
  readonly tape_seq: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
};

declare module "../../platform/database.ts" {
  interface Tables {
    order_arrival: Arrival & { readonly number: Generated<bigint> };
    order_arrival_lost: {
      readonly number: Generated<bigint>;
      readonly at_ms: number;
      readonly count: number;
    };
  }
}

/** For when the database is away. */
const WAITING_MAX = 20_000;
const LINES_MAX = 1_000;
/** Emptied ones are filled again. */
const SPARE_MAX = 2;

export type ArrivalPile = {
  readonly put: (arrival: Arrival) => void;
  /** Writes what waits; what fails is tried again by the next call. */
  readonly write: () => Promise<void>;
};

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

/** What one insert writes. Bytes wait instead of objects: the collector need not move those. */
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

export function createArrivalPile({
  database,
  clock,
  log,
  waitingMax = WAITING_MAX,
}: {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly waitingMax?: number;
}): ArrivalPile {
  /** Those that collect are the last; in turn, the first are written. */
  const waiting: Lines[] = [];
  const spare: Lines[] = [];
  let count = 0;
  let lost = 0;
  let underWay: Promise<void> | null = null;
  /** Being sent: nothing is added to them. */
  let sending: Lines | null = null;

  function collecting(): Lines {
    const last = waiting.at(-1);
    if (last && last !== sending && last.count < LINES_MAX) return last;
    const next = spare.pop() ?? new Lines();
    waiting.push(next);
    return next;
  }

  async function writeLines(lines: Lines): Promise<void> {
    sending = lines;
    try {
      await lines.insert(database);
    } finally {
      sending = null;
    }
    waiting.shift();
    count -= lines.count;
    lines.clear();
    if (spare.length < SPARE_MAX) spare.push(lines);
  }

  async function writeAll(): Promise<void> {
    try {
      for (let [lines] = waiting; lines; [lines] = waiting) await writeLines(lines);
      const unwritten = lost;
      if (unwritten === 0) return;
      const at_ms = clock.now();
      await database.insertInto("order_arrival_lost").values({ at_ms, count: unwritten }).execute();
      lost -= unwritten;
    } catch (err) {
      log.warn({ err, waiting: count, lost }, "arrivals were not written; tried again");
    }
  }

  return {
    put(arrival) {
      if (count >= waitingMax) {
        lost += 1;
        return;
      }
      try {
        collecting().put(arrival);
        count += 1;
      } catch (err) {
        // No answer fails for its line.
        lost += 1;
        log.error({ err }, "an arrival cannot be written");
      }
    },
    write() {
      underWay ??= writeAll().finally(() => {
        underWay = null;
      });
      return underWay;
    },
  };
}
