// The receipt of an event of the journal: row, terms, conversions, tape, and everything that can be
// made again from them.

import type { Event, MarketTerms } from "@truetick/engine";
import {
  eventReceiptId,
  ledgerEntryHash,
  plainRecord,
  type ReceiptBody,
  type ReceiptEvidence,
  type RowEvidence,
} from "@truetick/proof";
import { eventFaults, termsNamed } from "../derive/event-faults.ts";
import type { Fault } from "../derive/fault.ts";
import { entriesOf } from "../derive/movements.ts";
import type { Ground } from "../evidence/ground.ts";
import { namedQuotes } from "../evidence/named-quotes.ts";
import {
  concerns,
  journalPlace,
  type OpenedRow,
  openJournalRow,
  placeOf,
} from "../evidence/opened-row.ts";
import { TapeIndex } from "../evidence/tape-index.ts";
import type { Finding } from "../finding.ts";
import { bad, good } from "../findings.ts";
import { isSame } from "./same.ts";

/** The event that a receipt is about; where one alone is shown, that one, whatever it is called. */
function eventNamed(id: string, opened: OpenedRow): readonly [number, Event] | null {
  const shown = [...opened.events];
  const [first] = shown;
  if (shown.length === 1) return first ?? null;
  return shown.find(([part]) => eventReceiptId({ ...opened, part }) === id) ?? null;
}

export function eventFindings(
  body: ReceiptBody,
  evidence: ReceiptEvidence,
  ground: Ground,
): Finding[] {
  const { row } = evidence;
  const where = placeOf(row);
  const opened = openJournalRow(row, ground.headOf(row.log));
  if ("fault" in opened) return [bad("inclusion", where, opened.fault)];
  const found = eventNamed(body.id, opened);
  if (!found) return [bad("form", where, "it does not show the one event that it names")];
  const [part, event] = found;
  const findings: Finding[] = [good("inclusion", `${where} is in the log`)];
  const accountId = body.accountId ?? 0;
  // A row that is shown whole has nobody else's events.
  const isOwn = [...opened.events.values()].every((one) => concerns(one, accountId));
  if (!isOwn) findings.push(bad("form", where, "it is of another account"));
  findings.push(...saidFindings(body, { opened, part, event }));
  const terms = termsFindings(body, evidence, ground);
  findings.push(...terms.findings, ...tapeFindings(event, evidence, ground));
  const shown = { accountId, terms: terms.own, known: terms.known };
  findings.push(...faultFindings(eventFaults(event, shown), where, event));
  return findings;
}

type Said = { readonly opened: OpenedRow; readonly part: number; readonly event: Event };

/** What is written out in the open is what the bytes say. */
function saidFindings(body: ReceiptBody, { opened, part, event }: Said): Finding[] {
  const { shard, seq, atMs, command } = opened;
  const where = journalPlace(opened);
  const entries = entriesOf(event, body.accountId ?? 0, seq).map((entry) => ({
    entry,
    hash: ledgerEntryHash(entry),
  }));
  const told = {
    id: body.id,
    atMs: body.atMs,
    command: body.command,
    what: body.what,
    rulesVersion: body.rulesVersion,
    dueAtMs: body.dueAtMs,
  };
  const expected = {
    id: eventReceiptId({ shard, seq, part }),
    atMs,
    command: command && plainRecord(command),
    what: plainRecord(event),
    rulesVersion: "fill" in event ? event.fill.rulesVersion : null,
    dueAtMs: null,
  };
  const findings: Finding[] = [];
  if (!isSame(told, expected)) {
    findings.push(bad("form", where, "the receipt says something else than the log commits to"));
  }
  if (!isSame(body.entries, entries)) {
    findings.push(bad("ledger", where, "its ledger lines are not those of the event"));
  } else if (entries.length > 0) {
    findings.push(good("ledger", `${entries.length} lines of the ledger, sum and hash`));
  }
  return findings;
}

/** The terms that were used, and those of the markets that converted: each defined by a row. */
function termsFindings(body: ReceiptBody, evidence: ReceiptEvidence, ground: Ground) {
  const findings: Finding[] = [];
  const known = new Map<number, MarketTerms>();
  const read = (row: RowEvidence): MarketTerms | null => {
    const opened = openJournalRow(row, ground.headOf(row.log));
    if ("fault" in opened) {
      findings.push(bad("terms", placeOf(row), opened.fault));
      return null;
    }
    if (opened.shard !== evidence.row.shard) {
      findings.push(bad("terms", placeOf(row), "the terms are those of another journal"));
      return null;
    }
    for (const event of opened.events.values()) {
      if (event.type !== "MarketDefined") continue;
      known.set(event.terms.marketId, event.terms);
      return event.terms;
    }
    findings.push(bad("terms", placeOf(row), "it defines no market"));
    return null;
  };
  for (const row of evidence.conversions) read(row);
  const own = evidence.terms && read(evidence.terms);
  const isSaid = isSame(body.terms, own && plainRecord(own));
  if (!isSaid) findings.push(bad("terms", `receipt ${body.id}`, "the terms are not those shown"));
  if (own && isSaid) {
    const detail = `terms of market ${own.marketId}, version ${own.version}`;
    findings.push(good("terms", detail));
  }
  return { findings, known, own };
}

function tapeFindings(event: Event, evidence: ReceiptEvidence, ground: Ground): Finding[] {
  const tape = new TapeIndex();
  const findings: Finding[] = [];
  for (const piece of evidence.pieces) {
    const fault = tape.add(piece, ground.headOf("tape"));
    if (fault) findings.push(fault);
  }
  const named = namedQuotes(event);
  for (const quote of named) {
    const fault = tape.faultOf(quote, { shard: evidence.row.shard, atMs: event.atMs });
    if (fault) findings.push(fault);
  }
  if (named.length === 0 || findings.length > 0) return findings;
  const quotes = named.map(({ marketId, seq }) => `${marketId}/${seq}`).join(", ");
  return [good("tape", `quotes ${quotes} stand on the tape`)];
}

function faultFindings(faults: readonly Fault[], where: string, event: Event): Finding[] {
  if (faults.length > 0) return faults.map(({ check, detail }) => bad(check, where, detail));
  if (termsNamed(event) === null) return [];
  return [good("fill", "price, amounts and conversion come out when made again")];
}
