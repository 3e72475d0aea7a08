// An archive, checked without playing it again: every row and piece is in its log, every line of
// the ledger and every fill is that of an event, balances are unbroken, every quote stands on the
// tape, and every event comes out when it is made again.

import type { Event, MarketTerms } from "@truetick/engine";
import type { FillLine, LedgerEntry } from "@truetick/proof";
import { eventFaults, termsNamed } from "../derive/event-faults.ts";
import { entriesOf } from "../derive/movements.ts";
import { namedQuotes } from "../evidence/named-quotes.ts";
import { concerns, journalPlace } from "../evidence/opened-row.ts";
import type { Check, Finding, Verdict } from "../finding.ts";
import { bad, good, verdictOf } from "../findings.ts";
import { guarded } from "../opened-file.ts";
import type { VerifyOptions } from "../options.ts";
import { isSame } from "../receipt/same.ts";
import { fillLineOf } from "./expected-lines.ts";
import { type Archive, readArchive } from "./read-archive.ts";

export async function verifyArchive(text: string, options: VerifyOptions): Promise<Verdict> {
  const findings = await guarded("archive", async () => {
    const archive = await readArchive(text, options);
    return [...archive.findings, ...archiveFindings(archive)];
  });
  return verdictOf(findings);
}

/** What the contents of an opened archive say about each other. */
function archiveFindings(archive: Archive): Finding[] {
  const { head, entries, fills } = archive;
  if (!head) return [];
  const own = ownEvents(archive, head.accountId);
  const shard = archive.rows[0]?.shard ?? 0;
  const dueEntries = own.flatMap(({ event, seq }) => entriesOf(event, head.accountId, seq));
  const dueFills = own.flatMap(({ event, seq }) => fillLineOf(event, seq) ?? []).sort(byPlace);
  return [
    ...compareLines({ check: "ledger", shard }, dueEntries, entries),
    ...compareLines({ check: "fill", shard }, dueFills, fills.toSorted(byPlace)),
    ...balanceFindings(entries, shard),
    ...eventFindings(archive, own, head.accountId),
  ];
}

function byPlace(left: FillLine, right: FillLine): number {
  return left.seq - right.seq || left.orderId - right.orderId;
}

type OwnEvent = { readonly seq: number; readonly event: Event };

function ownEvents({ rows }: Archive, accountId: number): OwnEvent[] {
  return rows.flatMap(({ seq, events }) =>
    [...events.values()]
      .filter((event) => concerns(event, accountId))
      .map((event) => ({ seq, event })),
  );
}

type Line = { readonly seq: number };

/** The first line that the tables have and the journal does not, or the other way round. */
function compareLines(
  { check, shard }: { readonly check: Check; readonly shard: number },
  due: readonly Line[],
  found: readonly Line[],
): Finding[] {
  const count = Math.max(due.length, found.length);
  for (let at = 0; at < count; at += 1) {
    const [expected, told] = [due[at], found[at]];
    if (expected && told && isSame(expected, told)) continue;
    const seq = Math.min(expected?.seq ?? Infinity, told?.seq ?? Infinity);
    const detail =
      !told || (expected && told.seq > expected.seq)
        ? `the table lacks what the event made (${check} ${at + 1})`
        : `the table says otherwise than the event (${check} ${at + 1})`;
    return [bad(check, journalPlace({ shard, seq }), detail)];
  }
  return [good(check, `${count} lines of the ${check} table are those of the events`)];
}

function balanceFindings(entries: readonly LedgerEntry[], shard: number): Finding[] {
  let balance = 0n;
  for (const { seq, amount, balance: told } of entries) {
    balance += BigInt(amount);
    if (balance === BigInt(told)) continue;
    const detail = `the balance is ${balance}, the ledger says ${told}`;
    return [bad("balance", journalPlace({ shard, seq }), detail)];
  }
  return [good("balance", `the balance is unbroken and ends at ${balance} millionths`)];
}

/** Each event made again, under the terms of its time. */
function eventFindings(archive: Archive, own: readonly OwnEvent[], accountId: number): Finding[] {
  const { rows, tape } = archive;
  const mine = new Set(own.map(({ event }) => event));
  const versions = new Map<string, MarketTerms>();
  const known = new Map<number, MarketTerms>();
  const findings: Finding[] = [];
  const facts = rows.flatMap(({ shard, seq, events }) =>
    [...events.values()].map((event) => ({ shard, seq, event })),
  );
  for (const { event, ...place } of facts) {
    if (event.type === "MarketDefined") {
      versions.set(`${event.terms.marketId}/${event.terms.version}`, event.terms);
      known.set(event.terms.marketId, event.terms);
    }
    if (!mine.has(event)) continue;
    const named = termsNamed(event);
    const terms = named && (versions.get(`${named.marketId}/${named.version}`) ?? null);
    const inForce = named?.version === null ? (known.get(named.marketId) ?? null) : terms;
    const where = journalPlace(place);
    for (const { check, detail } of eventFaults(event, { accountId, terms: inForce, known })) {
      findings.push(bad(check, where, detail));
    }
    for (const quote of namedQuotes(event)) {
      const fault = tape.faultOf(quote, { shard: place.shard, atMs: event.atMs });
      if (fault) findings.push(fault);
    }
  }
  if (findings.length > 0) return findings;
  return [good("amounts", `${own.length} events come out when they are made again`)];
}
