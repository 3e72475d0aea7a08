// Every receipt of an account as lines of one file, oldest first: read in small portions, made one
// by one, as fast as the caller takes them. Only what has its evidence: the rest comes next time.

import type { Caller } from "../../platform/handler.ts";
import { readShardOf } from "../../trading/journal/read-shards.ts";
import { sizeIn } from "../log/proof-log.ts";
import { ownEvents } from "./find-receipts.ts";
import { readJournalRows } from "./journal-rows.ts";
import { refusalsOf } from "./read-lines.ts";
import { createReceiptMaker, type MakerNeeds, type ReceiptMaker } from "./receipt-maker.ts";

const ROWS_PER_READ = 100;

export async function* receiptLines(
  needs: MakerNeeds,
  { caller, since }: { readonly caller: Caller; readonly since: number | null },
): AsyncGenerator<string> {
  const { database, log } = needs;
  const maker = await createReceiptMaker(needs, since);
  const { accountId, userId } = caller;
  const own = new Set<number>([accountId]);
  const shard = await readShardOf(database, accountId);
  const seqs = await log.accountRows({ shard, accountId });
  for (let at = 0; at < seqs.length; at += ROWS_PER_READ) {
    const some = seqs.slice(at, at + ROWS_PER_READ);
    const rows = await readJournalRows(database, { shard, seqs: some });
    for (const { read, part } of ownEvents(rows, own)) {
      const { file, dueAtMs } = await maker.ofEvent(read, part, { accountId, own });
      if (dueAtMs === null) yield `${file}\n`;
    }
  }
  yield* refusalLines(needs, maker, { accountId, ownerId: userId });
}

/** Those under the newest checkpoint. */
async function* refusalLines(
  needs: MakerNeeds,
  maker: ReceiptMaker,
  whose: { readonly accountId: number; readonly ownerId: number },
): AsyncGenerator<string> {
  const newest = await needs.log.newest();
  const size = newest ? sizeIn(newest.checkpoint, "refusal") : 0;
  for await (const line of refusalsOf(needs, { ...whose, size })) {
    const { file, dueAtMs } = await maker.ofLine(line, whose.accountId);
    if (dueAtMs === null) yield `${file}\n`;
  }
}
