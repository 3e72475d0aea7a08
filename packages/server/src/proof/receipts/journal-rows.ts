// Rows of the journal by their numbers, opened: the command, and each event with its part.

import { type Command, decodeCommand, decodeEvents, type Event } from "@truetick/engine";
import type { Database } from "../../platform/database.ts";
import "../../trading/journal/journal-table.ts";
import type { JournalRow } from "../log/row-parts.ts";

export type ReadRow = {
  readonly row: JournalRow;
  readonly command: Command;
  /** Event i is part i + 1. */
  readonly events: readonly Event[];
};

/** Of one shard, in the order of its journal; numbers that no row has are left out. */
export async function readJournalRows(
  database: Database,
  { shard, seqs }: { readonly shard: number; readonly seqs: readonly number[] },
): Promise<readonly ReadRow[]> {
  if (seqs.length === 0) return [];
  const rows = await database
    .selectFrom("journal")
    .select(["seq", "at_ms", "command", "events"])
    .where("shard", "=", shard)
    .where("seq", "in", seqs.map(BigInt))
    .orderBy("seq")
    .execute();
  return rows.map(({ seq, at_ms, command, events }) => ({
    row: { shard, seq: Number(seq), atMs: Number(at_ms), command, events },
    command: decodeCommand(command),
    events: decodeEvents(events),
  }));
}

/** The first account among these that an event or a command is about; null: none of them. */
export function accountIn(fact: Event | Command, own: ReadonlySet<number>): number | null {
  const named =
    "accountId" in fact
      ? [fact.accountId]
      : "fromAccountId" in fact
        ? [fact.fromAccountId, fact.toAccountId]
        : [];
  return named.find((id) => own.has(id)) ?? null;
}

/** A command of another account is not shown; one that names none is public or the account's. */
export function isShown(command: Command, own: ReadonlySet<number>): boolean {
  const namesOne = "accountId" in command || "fromAccountId" in command;
  return !namesOne || accountIn(command, own) !== null;
}
