// One after another, whichever process it is: an act that reads, decides and writes elsewhere than
// in one row takes its turn by a name, which PostgreSQL keeps. Whoever dies gives it up. Used for
// limits, markets and halts. Invariants: of one name one act is under way at a time; within one
// process those who wait hold no connection, so that nobody's flood of calls takes them all.

import { sql } from "kysely";
import type { Database } from "./database.ts";

export type InTurn = <T>(name: string, act: () => Promise<T>) => Promise<T>;

export function createTurns(database: Database): InTurn {
  const inLine = createLines();
  return (name, act) => inLine(name, () => holdTurn(database, name, act));
}

/** Of this process alone: for acts that a lock of the database keeps apart anyway. */
export function createLines(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (name, act) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(act, act);
    last.set(name, turn);
    try {
      return await turn;
    } finally {
      if (last.get(name) === turn) last.delete(name);
    }
  };
}

function holdTurn<T>(database: Database, name: string, act: () => Promise<T>): Promise<T> {
  return database.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`turn/${name}`}, 0))`.execute(trx);
    return await act();
  });
}
