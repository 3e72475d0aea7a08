// Asks the database whose sessions these are: everybody who asks within one turn of the event loop
// goes into one query, so that thousands of traders cost a few queries and not one each. Used by
// sessions.ts. Invariant: whoever asks is answered, with what the database says or its failure.

import type { Database } from "../../platform/database.ts";
import type { Caller } from "../../platform/handler.ts";
import { findCallers } from "./session-table.ts";

const TOKENS_PER_QUERY_MAX = 500;

type Waiting = {
  readonly tokenHash: Buffer;
  readonly resolve: (caller: Caller | null) => void;
  readonly reject: (reason: unknown) => void;
};

export type LookUpCaller = (tokenHash: Buffer) => Promise<Caller | null>;

export function createCallerLookup(database: Database): LookUpCaller {
  let waiting: Waiting[] = [];

  function ask(): void {
    const asked = waiting;
    waiting = [];
    for (let from = 0; from < asked.length; from += TOKENS_PER_QUERY_MAX) {
      void answer(database, asked.slice(from, from + TOKENS_PER_QUERY_MAX));
    }
  }

  return (tokenHash) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(ask);
      waiting.push({ tokenHash, resolve, reject });
    });
}

async function answer(database: Database, asked: readonly Waiting[]): Promise<void> {
  try {
    const callers = await findCallers(
      database,
      asked.map(({ tokenHash }) => tokenHash),
    );
    for (const { tokenHash, resolve } of asked) {
      resolve(callers.get(tokenHash.toString("base64")) ?? null);
    }
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}
