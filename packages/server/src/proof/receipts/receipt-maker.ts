// Makes receipts on demand from the journal, the refusals and the audit log: nothing of it lies on
// the way of an order. Before the next checkpoint a receipt is signed without evidence and says
// when it will have it. Called by the routes and by the file of all receipts.

import type { Event } from "@truetick/engine";
import {
  eventReceiptId,
  type PieceEvidence,
  plainRecord,
  RECEIPT_FORMAT,
  type ReceiptBody,
  type ReceiptEvidence,
  type RowEvidence,
} from "@truetick/proof";
import type { Database } from "../../platform/database.ts";
import type { ProofLog } from "../log/proof-log.ts";
import { entriesOf } from "./entries.ts";
import { Evidence } from "./evidence.ts";
import { type Issuer, issuedBy, seal } from "./issuer.ts";
import { isShown, type ReadRow } from "./journal-rows.ts";
import { namedQuotes, termsNamed } from "./named.ts";
import type { OwnAccounts } from "./own-accounts.ts";
import type { ReadLine } from "./read-lines.ts";

export type MadeReceipt = {
  readonly id: string;
  readonly file: string;
  /** Null when it has its evidence. */
  readonly dueAtMs: number | null;
};

export type ReceiptMaker = {
  readonly ofEvent: (
    read: ReadRow,
    part: number,
    whose: { readonly accountId: number; readonly own: OwnAccounts },
  ) => Promise<MadeReceipt>;
  readonly ofLine: (line: ReadLine, accountId: number | null) => Promise<MadeReceipt>;
};

export type MakerNeeds = {
  readonly database: Database;
  readonly log: ProofLog;
  readonly issuer: Issuer;
  readonly everyMs: number;
  readonly nowMs: () => number;
};

/** `since`: a checkpoint that whoever asks remembers. */
export async function createReceiptMaker(
  needs: MakerNeeds,
  since: number | null,
): Promise<ReceiptMaker> {
  const { log, issuer, everyMs, nowMs } = needs;
  const newest = await log.newest();
  const evidence = newest && new Evidence(needs, newest);
  const extension = evidence ? await evidence.extension(since) : null;
  const issued = await issuedBy(issuer, log);
  const dueAtMs = Math.floor(nextDue({ lastMs: newest?.atMs ?? 0, everyMs, nowMs: nowMs() }));

  type Said = Omit<ReceiptBody, "evidence" | "dueAtMs" | "keys" | keyof Issuer>;
  type Proof = Pick<ReceiptEvidence, "row" | "terms" | "conversions" | "pieces">;
  const finish = (said: Said, proof: Proof | null): MadeReceipt => {
    const isProved = proof !== null && evidence !== null;
    const shown = evidence && {
      text: evidence.checkpoint.text,
      signature: evidence.checkpoint.signature,
    };
    const body = {
      ...issued,
      ...said,
      dueAtMs: isProved ? null : dueAtMs,
      evidence: isProved ? { checkpoint: shown, extension, ...proof } : null,
    };
    return { id: said.id, file: seal(RECEIPT_FORMAT, body, log), dueAtMs: body.dueAtMs };
  };

  return {
    async ofEvent(read, part, { accountId, own }) {
      const event = read.events[part - 1];
      if (!event) throw new Error("Invariant: a receipt is about an event that exists");
      const isCommandShown = isShown(read.command, own);
      const proof = evidence && (await proveEvent(evidence, { read, part, event, isCommandShown }));
      return finish(
        {
          id: eventReceiptId({ ...read.row, part }),
          kind: "event",
          accountId,
          atMs: read.row.atMs,
          command: isCommandShown ? plainRecord(read.command) : null,
          what: plainRecord(event),
          rulesVersion: "fill" in event ? event.fill.rulesVersion : null,
          terms: proof?.said ?? null,
          entries: entriesOf(event, accountId, read.row.seq),
        },
        proof?.proof ?? null,
      );
    },
    async ofLine(line, accountId) {
      const row = line.salted && evidence ? await evidence.row(line.salted, line.shown) : null;
      return finish(
        {
          id: line.id,
          kind: line.kind,
          accountId,
          atMs: line.atMs,
          command: line.command,
          what: line.what,
          rulesVersion: null,
          terms: null,
          entries: [],
        },
        row && { row, terms: null, conversions: [], pieces: [] },
      );
    },
  };
}

/** A checkpoint that is late is expected within the usual time from now. */
function nextDue(times: { lastMs: number; everyMs: number; nowMs: number }): number {
  const { lastMs, everyMs, nowMs } = times;
  return lastMs + everyMs > nowMs ? lastMs + everyMs : nowMs + everyMs;
}

type Proving = {
  readonly read: ReadRow;
  readonly part: number;
  readonly event: Event;
  readonly isCommandShown: boolean;
};

/** Null when the row, or a piece of the tape that it names, is not under the checkpoint yet. */
async function proveEvent(evidence: Evidence, { read, part, event, isCommandShown }: Proving) {
  const row = await evidence.journalRow(read, isCommandShown ? [0, part] : [part]);
  if (!row) return null;
  const { shard, seq: before } = read.row;
  const named = termsNamed(event);
  const terms = named && (await evidence.terms({ ...named, shard, before }));
  const conversions: RowEvidence[] = [];
  const pieces = new Set<PieceEvidence>();
  const quotes = namedQuotes(event);
  for (const { marketId, seq } of quotes) {
    const piece = await evidence.piece(marketId, seq);
    if (!piece) return null;
    pieces.add(piece);
  }
  const others = new Set(quotes.map(({ marketId }) => marketId));
  // Also where a market converts itself: its own terms stand there by themselves.
  if (terms) others.delete(terms.event.terms.marketId);
  if (named) {
    for (const marketId of others) {
      const found = await evidence.terms({ shard, marketId, version: null, before });
      if (found) conversions.push(found.row);
    }
  }
  return {
    said: terms && plainRecord(terms.event.terms),
    proof: { row, terms: terms?.row ?? null, conversions, pieces: [...pieces] },
  };
}
