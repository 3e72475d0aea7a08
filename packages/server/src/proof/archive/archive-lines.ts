// An archive as lines: each with its link in a chain, and a seal at the end. Read and sent in small
// portions, so that a long life costs no more memory than a short one.

import type { Event } from "@truetick/engine";
import {
  ARCHIVE_FORMAT,
  type ArchiveLine,
  type Canonical,
  CHAIN_GENESIS,
  canonicalBytes,
  chainHash,
  toHex,
} from "@truetick/proof";
import { journalLog } from "../log/log-table.ts";
import { Evidence } from "../receipts/evidence.ts";
import { signedOf } from "../receipts/files.ts";
import { issuedBy, seal } from "../receipts/issuer.ts";
import { accountIn, isShown, type ReadRow, readJournalRows } from "../receipts/journal-rows.ts";
import { refusalsOf } from "../receipts/read-lines.ts";
import type { MakerNeeds } from "../receipts/receipt-maker.ts";
import type { ArchivePlan } from "./archive-plan.ts";
import { findLetGo, type ShownRun, shownOf } from "./let-go.ts";
import { readEntries, readFills } from "./table-lines.ts";
import { tapeRuns } from "./tape-runs.ts";

const ROWS_PER_READ = 200;

/** Facts that concern everybody and that a replay needs. */
const SHARED_EVENTS: readonly Event["type"][] = [
  "MarketDefined",
  "MarketSessionChanged",
  "MarketCut",
  "DayStarted",
];

export async function* archiveLines(needs: MakerNeeds, plan: ArchivePlan): AsyncGenerator<string> {
  const { log } = needs;
  const { accountId } = plan;
  let link = CHAIN_GENESIS;
  let lines = 0;
  const text = new TextDecoder();
  for await (const line of bodies(needs, plan)) {
    // Made of text, whole numbers and what is made of them.
    const body = line as unknown as Canonical;
    link = chainHash(link, canonicalBytes(body));
    lines += 1;
    yield `${text.decode(canonicalBytes({ body, chain: toHex(link) }))}\n`;
  }
  const { keys } = await issuedBy(needs.issuer, log);
  yield `${seal(ARCHIVE_FORMAT, { accountId, lines, chain: toHex(link), keys }, log)}\n`;
}

async function* bodies(needs: MakerNeeds, plan: ArchivePlan): AsyncGenerator<ArchiveLine> {
  const { database, issuer, log } = needs;
  const { accountId, ownerId, book, under } = plan;
  const evidence = new Evidence(needs, under);
  const { keys: _, ...issued } = await issuedBy(issuer, log);
  yield {
    line: "head",
    ...issued,
    keys: [],
    accountId,
    ownerId,
    book,
    madeAtMs: Math.floor(needs.nowMs()),
    checkpoint: signedOf(under),
    extension: await evidence.extension(plan.since),
  };
  const orderIds = new Set<number>();
  for (let at = 0; at < plan.seqs.length; at += ROWS_PER_READ) {
    const seqs = plan.seqs.slice(at, at + ROWS_PER_READ);
    const rows = await readJournalRows(database, { shard: plan.shard, seqs });
    for (const read of rows) {
      for (const id of filledOrders(read, accountId)) orderIds.add(id);
      const row = await evidence.journalRow(read, shownParts(read, accountId));
      if (row) yield { line: "row", row };
    }
  }
  yield* refusalRows(needs, plan, evidence);
  const shown: ShownRun[] = [];
  for await (const run of tapeRuns(needs, plan)) {
    shown.push(shownOf(run));
    yield { line: "run", run };
  }
  const letGo = await findLetGo(needs, plan, { evidence, shown });
  if (letGo) yield letGo;
  const size = evidence.sizeOf(journalLog(plan.shard));
  for await (const entry of readEntries(database, { accountId, size })) {
    yield { line: "entry", entry };
  }
  const filled = { accountId, size, orderIds: [...orderIds] };
  for await (const fill of readFills(database, filled)) yield { line: "fill", fill };
}

/** Orders and parts of the account that a row opened or closed. */
function filledOrders({ events }: ReadRow, accountId: number): readonly number[] {
  return events.flatMap((event) => {
    if (!("fill" in event) || event.accountId !== accountId) return [];
    return event.type === "OrderReduced" ? [event.closedOrderId] : [event.orderId];
  });
}

/** The command, the account's own events, and those that concern everybody. */
function shownParts({ command, events }: ReadRow, accountId: number): readonly number[] {
  const own = new Set([accountId]);
  const parts = events.flatMap((event, at) =>
    accountIn(event, own) !== null || SHARED_EVENTS.includes(event.type) ? [at + 1] : [],
  );
  return isShown(command, own) ? [0, ...parts] : parts;
}

async function* refusalRows(
  needs: MakerNeeds,
  { accountId, ownerId }: ArchivePlan,
  evidence: Evidence,
): AsyncGenerator<ArchiveLine> {
  const size = evidence.sizeOf("refusal");
  for await (const { salted, shown } of refusalsOf(needs, { accountId, ownerId, size })) {
    const row = salted && (await evidence.row(salted, shown));
    if (row) yield { line: "row", row };
  }
}
