// A shard's state as the database has it, for one who only reads: the newest snapshot that can be
// trusted and every row after it. Called by replica.ts when it begins. Rejects when the database
// cannot be reached or the journal is broken. Invariant: rows follow in number and in hash.

import { apply, decodeEvents, type Event, type State } from "@truetick/engine";
import { sql } from "kysely";
import pg from "pg";
import { type Database, type DatabaseAddress, sessionSettings } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { readTail } from "../journal/read-journal.ts";
import { readSnapshot } from "../journal/snapshots.ts";
import { emptyState } from "../sequencer/live-state.ts";
import { JOURNAL_START } from "../sequencer/recovery.ts";

const CONNECT_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 60_000;
export const ROWS_PER_READ = 2_000;

/** A row that the engine of this build does not know how to read. */
export class UnreadableRow extends Error {
  override readonly name = "UnreadableRow";
}

export function eventsOf(
  bytes: Uint8Array,
  { shard, seq }: { readonly shard: number; readonly seq: number },
): readonly Event[] {
  try {
    return decodeEvents(bytes);
  } catch (cause) {
    throw new UnreadableRow(`row ${seq} of shard ${shard} cannot be read`, { cause });
  }
}

export type LoadedState = { readonly state: State; readonly head: number };

export async function loadState({
  address,
  shard,
  log,
}: {
  readonly address: DatabaseAddress;
  readonly shard: number;
  readonly log: Log;
}): Promise<LoadedState> {
  const client = new pg.Client({
    connectionString: address.url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    application_name: `truetick-replica-${shard}`,
  });
  // Without a listener a database that goes away would end this process; the query fails as well.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(sessionSettings(address.role));
    const snapshot = await readSnapshot(client, shard, log);
    const state = snapshot?.state ?? emptyState(shard);
    const from = snapshot?.place ?? JOURNAL_START;
    const { seq: head } = await readTail(client, { shard, from }, ({ seq, events }) => {
      for (const event of eventsOf(events, { shard, seq })) apply(state, event);
    });
    return { state, head };
  } finally {
    await client.end().catch(() => undefined);
  }
}

export type StoredRow = {
  readonly seq: number;
  readonly atMs: number;
  readonly events: readonly Event[];
};

export type RowRange = {
  readonly shard: number;
  readonly after: number;
  readonly upTo: number;
};

/** At most ROWS_PER_READ rows of them, in order. */
export async function readRows(
  database: Database,
  { shard, after, upTo }: RowRange,
): Promise<readonly StoredRow[]> {
  const { rows } = await sql<{ seq: bigint; at_ms: bigint; events: Buffer }>`
    select seq, at_ms, events from journal
    where shard = ${shard} and seq > ${after} and seq <= ${upTo}
    order by seq limit ${ROWS_PER_READ}`.execute(database);
  return rows.map(({ seq, at_ms, events }) => ({
    seq: Number(seq),
    atMs: Number(at_ms),
    events: eventsOf(events, { shard, seq: Number(seq) }),
  }));
}

export async function readHead(database: Database, shard: number): Promise<number> {
  const { rows } = await sql<{ seq: bigint }>`
    select seq from journal where shard = ${shard} order by seq desc limit 1`.execute(database);
  return Number(rows[0]?.seq ?? 0);
}
