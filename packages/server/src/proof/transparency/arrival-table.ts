// The tables of arrivals, and how lines get into them: kept in memory first, written in batches.
// Used by order-arrivals.ts. Invariants: what waits is bounded; what had no room is counted, and
// the count is written with the next batch.

import { type Generated, sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";

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
const LINES_PER_INSERT = 1_000;

export type ArrivalPile = {
  readonly put: (arrival: Arrival) => void;
  /** Writes what waits; what fails is tried again by the next call. */
  readonly write: () => Promise<void>;
};

/**
 * A column as one text: a parameter for every figure would cost as much as deciding an order, and
 * reading them as JSON twice as much as writing the rows. Unnested side by side in the select list:
 * in the from clause, PostgreSQL would keep them all aside as rows before it stored the first.
 */
async function insert(database: Database, lines: readonly Arrival[]): Promise<void> {
  const column = (of: (line: Arrival) => string | number | null) =>
    `{${lines.map((line) => toElement(of(line))).join(",")}}`;
  await sql`
    insert into order_arrival (kind, book, arrived_at_ms, took_us, refused, order_id, market_id,
      tape_seq, bid, ask)
    select
      unnest(${column(({ kind }) => kind)}::text[]),
      unnest(${column(({ book }) => book)}::text[]),
      unnest(${column(({ arrived_at_ms }) => arrived_at_ms)}::bigint[]),
      unnest(${column(({ took_us }) => took_us)}::bigint[]),
      unnest(${column(({ refused }) => refused)}::text[]),
      unnest(${column(({ order_id }) => order_id)}::bigint[]),
      unnest(${column(({ market_id }) => market_id)}::integer[]),
      unnest(${column(({ tape_seq }) => tape_seq)}::bigint[]),
      unnest(${column(({ bid }) => bid)}::bigint[]),
      unnest(${column(({ ask }) => ask)}::bigint[])`.execute(database);
}

/** Of an array in PostgreSQL's notation, which quotes words like JSON. */
function toElement(value: string | number | null): string {
  if (value === null) return "null";
  return typeof value === "number" ? `${value}` : JSON.stringify(value);
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
  const waiting: Arrival[] = [];
  let lost = 0;
  let underWay: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    try {
      while (waiting.length > 0) {
        const lines = waiting.slice(0, LINES_PER_INSERT);
        await insert(database, lines);
        waiting.splice(0, lines.length);
      }
      const count = lost;
      if (count === 0) return;
      const at_ms = clock.now();
      await database.insertInto("order_arrival_lost").values({ at_ms, count }).execute();
      lost -= count;
    } catch (err) {
      log.warn({ err, waiting: waiting.length, lost }, "arrivals were not written; tried again");
    }
  }

  return {
    put(arrival) {
      if (waiting.length < waitingMax) waiting.push(arrival);
      else lost += 1;
    },
    write() {
      underWay ??= writeAll().finally(() => {
        underWay = null;
      });
      return underWay;
    },
  };
}
