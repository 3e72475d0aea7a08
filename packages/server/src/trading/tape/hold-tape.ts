// The fence of what is stored beside the tape: raw ticks and hours of bars. Used by raw-tape.ts and
// candle-store.ts. Invariant: the statement that stores shows the epoch of the tape's writer and
// locks it until it is over, so that nobody who was overtaken stores anything (F09).

import { type RawBuilder, sql } from "kysely";
import pg from "pg";

/** What hold_tape says (migration 0042). */
const HAS_ANOTHER_WRITER = "TT002";

/**
 * One row, to be joined with what is stored. In one statement: a transaction whose process stands
 * still in the middle of it would keep the next writer waiting.
 */
export function heldTape(epoch: number): RawBuilder<unknown> {
  return sql`hold_tape(${epoch}) held`;
}

export function isOvertaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === HAS_ANOTHER_WRITER;
}
