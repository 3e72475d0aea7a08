// Holds what a store has against what was asked and answered: every acknowledged command is there
// once, nothing is there that nobody asked for, the chains verify, every fill stands on a quote
// that was given (P04, inv07, inv10, inv19). Answers the fold of the rows as a hash (P03).

import { createHash } from "node:crypto";
import {
  apply,
  createState,
  decodeCommand,
  decodeEvents,
  type Event,
  encodeCommand,
  encodeEvents,
  encodeState,
} from "@truetick/engine";
import { CHAIN_GENESIS, chainHash, pieceRecord, readRun } from "@truetick/proof";
import { linkOf } from "@truetick/server";
import { insist } from "../watch-quotes.ts";
import type { Attempt } from "./attempts.ts";
import type { Evidence, StoredKey, StoredRow } from "./evidence.ts";
import type { PriceSource } from "./price-source.ts";

const SHARD = 0;

/** The state that follows from the rows alone. */
export function foldRows(rows: readonly StoredRow[]): string {
  const state = createState();
  for (const { events } of rows) {
    for (const event of decodeEvents(events)) apply(state, event);
  }
  return createHash("sha256").update(encodeState(state)).digest("hex");
}

/** Numbers without gap, each row linked to the one before. */
export function checkChain(rows: readonly StoredRow[]): void {
  let link = CHAIN_GENESIS;
  for (const [index, { seq, atMs, command, events, hash }] of rows.entries()) {
    insist(seq === index + 1, `row ${seq} is number ${index + 1}`);
    link = linkOf(link, { shard: SHARD, seq, atMs, command, events });
    insist(Buffer.compare(link, hash) === 0, `row ${seq} is linked to the one before (inv41)`);
  }
}

/** Acknowledged is stored; stored was asked for, and was acknowledged or could not be known. */
export function checkAttempts({ rows, keys }: Evidence, attempts: readonly Attempt[]): void {
  const stored = new Map(keys.map((key) => [key.name, key]));
  insist(stored.size === keys.length, "no key is stored twice (inv07)");
  const asked = new Map(attempts.map((attempt) => [attempt.name, attempt]));
  for (const { name } of keys) insist(asked.has(name), `the key ${name} was never asked`);
  for (const attempt of attempts) checkAttempt(attempt, stored.get(attempt.name), rows);
  const owned = new Set(keys.flatMap(({ seq }) => (seq === null ? [] : [seq])));
  const keyed = keys.filter(({ seq }) => seq !== null);
  insist(owned.size === keyed.length, "no two keys share a row");
  for (const { seq, command } of rows) {
    const { type } = decodeCommand(command);
    const isQuote = type === "TakeQuote" || type === "MarkStale";
    insist(owned.has(seq) !== isQuote, `row ${seq} (${type}) was asked for once`);
  }
}

function checkAttempt(
  { key, answer, command, isUncertain, waiting }: Attempt,
  stored: StoredKey | undefined,
  rows: readonly StoredRow[],
): void {
  if (!stored) {
    insist(answer === null, `${key} was acknowledged and is stored (P04)`);
    return;
  }
  if (answer === null) insist(isUncertain || waiting > 0, `${key} was told that nothing happened`);
  const row = stored.seq === null ? null : rows[stored.seq - 1];
  insist(row !== undefined, `the row of ${key} is in the journal`);
  if (row) {
    const sent = encodeCommand({ ...command, atMs: row.atMs } as Parameters<
      typeof encodeCommand
    >[0]);
    insist(Buffer.compare(sent, row.command) === 0, `row ${row.seq} is what ${key} asked for`);
  }
  if (answer === null) return;
  const { outcome } = answer;
  insist(stored.isRefused !== outcome.isAccepted, `${key} is stored as it was answered`);
  if (!outcome.isAccepted) return;
  insist(stored.seq === outcome.seq, `${key} has the row that was answered`);
  const told = encodeEvents(outcome.events);
  insist(!row || Buffer.compare(told, row.events) === 0, `${key} has the events it was told`);
}

/** The stored tape is what was given, in pieces that are linked; fills stand on it (inv10). */
export function checkTape({ rows, pieces }: Evidence, source: PriceSource): void {
  const heads = new Map<number, { seq: number; hash: Uint8Array; atMs: number }>();
  for (const { marketId, firstSeq, lastSeq, quotes, prevHash, hash } of pieces) {
    const head = heads.get(marketId) ?? { seq: 0, hash: CHAIN_GENESIS, atMs: 0 };
    const link = chainHash(prevHash, pieceRecord({ marketId, firstSeq, lastSeq, packed: quotes }));
    const isLinked = Buffer.compare(prevHash, head.hash) === 0 && Buffer.compare(link, hash) === 0;
    insist(isLinked && firstSeq === head.seq + 1, `the tape of ${marketId} is linked (inv19)`);
    let { seq, atMs } = head;
    for (const quote of readRun(quotes)) {
      seq += 1;
      const given = source.quoteOf(marketId, seq);
      const isGiven = given?.bid === quote.bid && given.ask === quote.ask && quote.atMs >= atMs;
      insist(isGiven, `quote ${seq} of ${marketId} on the tape is the one that was given`);
      atMs = quote.atMs;
    }
    insist(seq === lastSeq, `the piece to ${lastSeq} of ${marketId} is whole`);
    heads.set(marketId, { seq, hash, atMs });
  }
  for (const { seq, events } of rows) {
    for (const event of decodeEvents(events)) checkFill(event, seq, source);
  }
}

function checkFill(event: Event, row: number, source: PriceSource): void {
  if (!("fill" in event)) return;
  const { marketId, seq, price } = event.fill;
  const given = source.quoteOf(marketId, seq);
  const isOnTape = given?.bid === event.fill.bid && given.ask === event.fill.ask;
  insist(
    isOnTape && (price === given.bid || price === given.ask),
    `the fill of row ${row} (inv10)`,
  );
}
