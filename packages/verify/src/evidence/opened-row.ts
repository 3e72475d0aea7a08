// A row of the journal as a file shows it: its command and those of its events that are shown,
// decoded from the very bytes the log commits to.

import { type Command, decodeCommand, decodeEvents, type Event } from "@truetick/engine";
import { type LogHead, openRow, type RowEvidence } from "@truetick/proof";

export type OpenedRow = {
  /** Whose journal it stands in. */
  readonly shard: number;
  readonly seq: number;
  readonly atMs: number;
  /** Null when it is not shown. */
  readonly command: Command | null;
  /** By their place in the row: the first is 1. */
  readonly events: ReadonlyMap<number, Event>;
};

export function placeOf({ log, seq }: RowEvidence): string {
  return `${log} row ${seq}`;
}

/** How a row of the journal is named to people. */
export function journalPlace({ shard, seq }: Pick<OpenedRow, "shard" | "seq">): string {
  return `journal/${shard} row ${seq}`;
}

/** The row, or what is wrong with it. */
export function openJournalRow(
  row: RowEvidence,
  head: LogHead | undefined,
): OpenedRow | { readonly fault: string } {
  if (!row.log.startsWith("journal/")) return { fault: "it is no row of the journal" };
  if (row.log !== `journal/${row.shard}` || row.index !== row.seq - 1) {
    return { fault: "its place in the log is not that of its number" };
  }
  const opened = openRow(row, head);
  if ("fault" in opened) return opened;
  const { shard, seq, atMs } = row;
  let command: Command | null = null;
  const events = new Map<number, Event>();
  for (const [part, bytes] of opened.parts) {
    try {
      if (part === 0) command = decodeCommand(bytes);
      else if (opened.isWhole) {
        for (const [at, event] of decodeEvents(bytes).entries()) events.set(at + 1, event);
      } else events.set(part, onlyEvent(bytes));
    } catch {
      return { fault: `part ${part} cannot be decoded` };
    }
  }
  return { shard, seq, atMs, command, events };
}

function onlyEvent(bytes: Uint8Array): Event {
  const [event, ...others] = decodeEvents(bytes);
  if (!event || others.length > 0) throw new Error("Invariant: a part holds one event");
  return event;
}

/** Whether an event or a command is about the account. */
export function concerns(fact: Event | Command, accountId: number): boolean {
  if ("accountId" in fact) return fact.accountId === accountId;
  if (!("fromAccountId" in fact)) return false;
  return fact.fromAccountId === accountId || fact.toAccountId === accountId;
}
