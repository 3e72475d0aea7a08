// Every shard's journal from its first row to its end, and what was written beside it: the chain,
// the leaves, and every row of ledger, blotter and evidence against the events that it follows
// from. Called by verify-record.ts. What ended is compared as it ends; live orders at the end, in
// one moment of the database.

import { setTimeout as sleep } from "node:timers/promises";
import type { Event, OrderEvent } from "@truetick/engine";
import { readCheckpoint } from "@truetick/proof";
import type { ClientBase } from "pg";
import { FIRST_SHARD, SHARDS_QUERY } from "../../trading/journal/read-shards.ts";
import { compareTable, findOrphans, findStrays } from "./book-pages.ts";
import type { EngineHeads } from "./engine-heads.ts";
import { BOOK_NAMES, BOOK_TABLES, emptyRows, expectRows, type RowPlace } from "./expected-rows.ts";
import type { Findings } from "./fault.ts";
import { JournalReader, type JournalRow } from "./journal-rows.ts";
import { LogCheck } from "./log-check.ts";
import { NamedQuoteCheck } from "./named-quote-check.ts";
import { OrderFold } from "./order-fold.ts";
import { compareEnded, compareLive } from "./order-pages.ts";

const HEAD_LOOKS = 3;
const HEAD_LOOK_EVERY_MS = 500;

export type BooksParts = {
  readonly client: ClientBase;
  readonly findings: Findings;
  readonly saltKey: Uint8Array;
  /** The last row that the engine knows to be durable; asked after the table was. */
  readonly headSeq: EngineHeads["journalSeq"];
  /** Lets others have their turn. */
  readonly pause: () => Promise<void>;
};

/** One shard after the other; then that there is nothing of any other. */
export async function checkBooks(parts: BooksParts): Promise<void> {
  const { client, findings } = parts;
  const { rows } = await client.query<{ shard: number }>(SHARDS_QUERY);
  const known = await readLogged(client);
  const shards = [...new Set([FIRST_SHARD, ...known, ...rows.map(({ shard }) => shard)])];
  for (const shard of shards) await checkShard(parts, { shard, isOnly: shards.length === 1 });
  await findStrays({ client, findings }, shards);
}

/** Those whose journals the newest checkpoint speaks of: none of them may be gone. */
async function readLogged(client: ClientBase): Promise<readonly number[]> {
  const { rows } = await client.query<{ body: string }>(
    "select body from proof_checkpoint order by number desc limit 1",
  );
  const logs = rows[0] ? (readCheckpoint(rows[0].body)?.logs ?? []) : [];
  return logs.flatMap(({ log }) => {
    const [, shard] = /^journal\/(\d+)$/.exec(log) ?? [];
    return shard === undefined ? [] : [Number(shard)];
  });
}

type Shard = { readonly shard: number; readonly isOnly: boolean };

async function checkShard(parts: BooksParts, { shard, isOnly }: Shard): Promise<void> {
  const { client, findings, pause } = parts;
  const check = new BooksCheck(parts, { shard, isOnly });
  const end = await readHead(client, shard);
  while (await check.step(end)) await pause();
  // What lives changes: the rest of the journal and the live orders are read in one moment.
  await client.query("begin isolation level repeatable read read only");
  try {
    const head = await readHead(client, shard);
    while (await check.step(head));
    await check.finish();
  } finally {
    await client.query("rollback");
  }
  const known = await writtenSeq(parts.headSeq, { shard, found: check.seq });
  if (known !== null && check.seq > known) {
    const detail = `the engine has written ${known} rows, the table has ${check.seq}`;
    findings.add({ log: check.log, marketId: null, seq: known + 1, what: "added", detail });
  }
}

/** A row is in the table a moment before its engine has heard of it: asked more than once. */
async function writtenSeq(
  headSeq: EngineHeads["journalSeq"],
  { shard, found }: { readonly shard: number; readonly found: number },
): Promise<number | null> {
  for (let looks = 1; ; looks += 1) {
    const known = await headSeq(shard);
    if (known === null || known >= found || looks === HEAD_LOOKS) return known;
    await sleep(HEAD_LOOK_EVERY_MS);
  }
}

async function readHead(client: ClientBase, shard: number): Promise<number> {
  const { rows } = await client.query<{ seq: string }>(
    "select seq from journal where shard = $1 order by seq desc limit 1",
    [shard],
  );
  return Number(rows[0]?.seq ?? 0);
}

class BooksCheck {
  readonly #client: ClientBase;
  readonly #findings: Findings;
  readonly #reader: JournalReader;
  readonly #leaves: LogCheck;
  readonly #quotes: NamedQuoteCheck;
  readonly #orders: OrderFold;
  readonly #shard: number;
  readonly #isOnly: boolean;

  constructor({ client, findings, saltKey }: BooksParts, { shard, isOnly }: Shard) {
    this.#shard = shard;
    this.#isOnly = isOnly;
    this.#orders = new OrderFold(shard);
    this.#client = client;
    this.#findings = findings;
    this.#reader = new JournalReader({ client, shard, findings, saltKey });
    this.#leaves = new LogCheck({ client, log: this.#reader.log, findings });
    this.#quotes = new NamedQuoteCheck({ client, findings });
  }

  get log(): string {
    return this.#reader.log;
  }

  get seq(): number {
    return this.#reader.seq;
  }

  /** Some rows on; false when there are no more up to that number. */
  async step(toSeq: number): Promise<boolean> {
    const from = this.#reader.seq;
    const rows = await this.#reader.next(toSeq);
    if (rows.length === 0) return false;
    // Where rows are gone, what follows has other places in the log: that they are gone is told.
    if (this.#leaves.size === from && this.#reader.seq === from + rows.length) {
      await this.#leaves.take(rows.map(({ leaf }) => leaf));
    }
    const expected = emptyRows();
    for (const row of rows) this.#take(row, expected);
    const stretch = { from, to: this.#reader.seq };
    for (const name of BOOK_NAMES) {
      await compareTable(this.#parts, name, { ...stretch, expected: expected[name] });
    }
    await this.#quotes.compare();
    await compareEnded(this.#parts, this.#orders.takeEnded());
    return true;
  }

  async finish(): Promise<void> {
    if (!this.#findings.has(this.log)) await this.#leaves.finish();
    for (const name of BOOK_NAMES) await findOrphans(this.#parts, name, this.seq);
    if (this.#isOnly) await this.#quotes.finish();
    await compareLive(this.#parts, this.#orders);
    await this.#checkHouseEnds();
  }

  get #parts() {
    return { client: this.#client, findings: this.#findings, shard: this.#shard };
  }

  #take({ seq, events }: JournalRow, expected: ReturnType<typeof emptyRows>): void {
    const place: RowPlace = { shard: this.#shard, seq, position: 0 };
    for (const event of events) {
      expectRows(expected, event, place);
      this.#quotes.take(event, seq);
      if (!isOfOrder(event) || this.#orders.take(event, seq)) continue;
      const detail = `it speaks of order ${event.orderId}, which no row before it made`;
      this.#findings.add({ log: this.log, marketId: null, seq, what: "changed", detail });
    }
  }

  /** The newest posting of each house account is marked: who compares balances looks for it. */
  async #checkHouseEnds(): Promise<void> {
    const { rows } = await this.#client.query<{ seq: string; house: string }>(
      `select e.journal_seq as seq, e.house from (
         select book, house, max(journal_seq) as seq from ledger_posting
         where house is not null and shard = $1 group by book, house
       ) newest cross join lateral (
         select * from ledger_posting p
         where p.journal_seq = newest.seq and p.book = newest.book and p.house = newest.house
           and p.shard = $1
         order by p.position desc limit 1
       ) e where not e.is_house_end order by 1 limit 1`,
      [this.#shard],
    );
    const [row] = rows;
    if (!row) return;
    const { log } = BOOK_TABLES.ledger;
    const detail = `the newest posting of ${row.house} is not marked as such`;
    this.#findings.add({ log, marketId: null, seq: Number(row.seq), what: "changed", detail });
  }
}

const ORDER_EVENTS: ReadonlySet<Event["type"]> = new Set([
  "OrderPlaced",
  "OrderOpened",
  "OrderClosed",
  "OrderReduced",
  "OrderCancelled",
  "OrderAmended",
  "StopsSet",
  "TrailingSet",
  "OrderLeftOpen",
] satisfies readonly OrderEvent["type"][]);

function isOfOrder(event: Event): event is OrderEvent {
  return ORDER_EVENTS.has(event.type);
}
