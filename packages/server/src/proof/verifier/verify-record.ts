// The whole record, checked from its first row to its last by other code than wrote it, on a
// connection of its own and in small steps. Called by verifier.ts. Answers what was found; only a
// database that goes away makes it throw.

import pg from "pg";
import { type DatabaseAddress, sessionSettings } from "../../platform/database.ts";
import { checkBooks } from "./check-books.ts";
import { checkCheckpoints } from "./check-checkpoints.ts";
import { checkInvariants } from "./check-invariants.ts";
import { checkAudit, checkRefusals } from "./check-rows.ts";
import { checkTape } from "./check-tape.ts";
import type { EngineHeads } from "./engine-heads.ts";
import { type Fault, Findings } from "./fault.ts";

export type RecordParts = {
  readonly address: DatabaseAddress;
  readonly saltKey: Uint8Array;
  /** What the engine itself knows; null where there is none to ask. */
  readonly heads: EngineHeads;
  /** Checkpoints that this process has seen. */
  readonly seen: Map<number, string>;
  readonly pause: () => Promise<void>;
};

export type RecordVerdict = {
  /** The first bad record of every log that has one, in the order of looking. */
  readonly faults: readonly Fault[];
  readonly checked: Readonly<Record<string, number>>;
  /** The newest checkpoint that was read; 0: there is none. */
  readonly checkpoint: number;
};

/** A question to the database may take so long; invariants over a long tape do. */
const STATEMENT_TIMEOUT_MS = 300_000;

export async function verifyRecord(parts: RecordParts): Promise<RecordVerdict> {
  const { saltKey, heads, seen, pause } = parts;
  const client = new pg.Client({
    connectionString: parts.address.url,
    application_name: "truetick-verifier",
    keepAlive: true,
  });
  // A lost connection fails the query that ran on it; nobody else needs to hear.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(settingsOf(parts.address));
    const findings = new Findings();
    const shared = { client, findings, saltKey, pause };
    await checkBooks({ ...shared, headSeq: heads.journalSeq });
    await checkTape({ ...shared, headSeq: heads.tapeSeq });
    await checkAudit(shared);
    await checkRefusals(shared);
    await checkCheckpoints({ ...shared, seen });
    await checkInvariants(shared);
    const checkpoint = Math.max(0, ...seen.keys());
    return { faults: findings.faults(), checked: findings.counts(), checkpoint };
  } finally {
    await client.end();
  }
}

function settingsOf({ role }: DatabaseAddress): string {
  return [
    sessionSettings(role),
    `set statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
    "set idle_in_transaction_session_timeout = 0",
    // Steps are small and many: a look at all of a table for each would be the whole cost.
    "set enable_seqscan = off; set jit = off; set plan_cache_mode = force_custom_plan",
    "set max_parallel_workers_per_gather = 0",
    "select summarize_books()",
  ].join("; ");
}
