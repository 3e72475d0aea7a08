// One row of the journal as it was decided: the command, and what happened. Read by whoever tells
// why an order was closed.

import { type Command, decodeCommand, decodeEvents, type Event } from "@truetick/engine";
import type { Database } from "../../platform/database.ts";
import "../../trading/journal/journal-table.ts";

export type RowPlace = { readonly shard: number; readonly seq: number };

export type WhyRow = RowPlace & {
  readonly atMs: number;
  readonly command: Command;
  readonly events: readonly Event[];
};

export async function readRow(database: Database, { shard, seq }: RowPlace): Promise<WhyRow> {
  const row = await database
    .selectFrom("journal")
    .select(["at_ms", "command", "events"])
    .where("shard", "=", shard)
    .where("seq", "=", BigInt(seq))
    .executeTakeFirst();
  if (!row) throw new Error(`Invariant: the journal has the row ${shard}/${seq} that is named`);
  return {
    shard,
    seq,
    atMs: Number(row.at_ms),
    command: decodeCommand(row.command),
    events: decodeEvents(row.events),
  };
}

/** An event that happened to one account. */
export type OwnEvent = Extract<Event, { readonly accountId: number }>;

/** What happened to the account in this row, in order. */
export function ownEvents({ events }: WhyRow, accountId: number): readonly OwnEvent[] {
  return events.filter((event): event is OwnEvent => {
    return "accountId" in event && event.accountId === accountId;
  });
}
