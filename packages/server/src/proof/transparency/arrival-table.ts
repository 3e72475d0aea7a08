// The tables of arrivals, and how lines get into them: kept in memory first (arrival-queue.ts),
// written in batches. Used by order-arrivals.ts. Invariants: what waits is bounded; what had no
// room is counted, and the count is written with the next batch.

import type { Generated } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { ArrivalQueue } from "./arrival-queue.ts";

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

export type ArrivalPile = {
  readonly put: (arrival: Arrival) => void;
  /** Writes what waits; what fails is tried again by the next call. */
  readonly write: () => Promise<void>;
};

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
  const waiting = new ArrivalQueue();
  let lost = 0;
  let underWay: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    try {
      await waiting.write(database);
      const count = lost;
      if (count === 0) return;
      const at_ms = clock.now();
      await database.insertInto("order_arrival_lost").values({ at_ms, count }).execute();
      lost -= count;
    } catch (err) {
      log.warn({ err, waiting: waiting.count, lost }, "arrivals were not written; tried again");
    }
  }

  return {
    put(arrival) {
      try {
        if (waiting.count < waitingMax) waiting.put(arrival);
        else lost += 1;
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
