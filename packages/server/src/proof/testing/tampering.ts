// What somebody with all rights on the database could do to the past (T86): one row of the tape,
// one fill, one line of the ledger changed, one event deleted, one inserted, with the triggers off;
// and how far they go to hide it. For tests of who notices. `tamper-program.ts` does the same from
// a command line, to the database of a running program.

import { decodeCommand, encodeCommand, encodeEvents } from "@truetick/engine";
import { CHAIN_GENESIS, pieceHash, QuoteRun, readRun } from "@truetick/proof";
import type { ClientBase } from "pg";
import { linkOf } from "../../trading/journal/chain-link.ts";

export const TAMPERINGS = [
  "change-tape",
  "change-fill",
  "change-ledger",
  "delete-event",
  "insert-event",
  "insert-ledger",
  "insert-tape",
  "change-command",
] as const;
export type Tampering = (typeof TAMPERINGS)[number];

/** Where it was done: what a verifier must name. */
export type Tampered = {
  readonly log: string;
  readonly marketId: number | null;
  readonly seq: number;
};

/** Also rewrites every link after it, as if it had always been so. */
export type Hiding = { readonly isChainRewritten: boolean };

const PLAIN: Hiding = { isChainRewritten: false };

const DEEDS: Readonly<Record<Tampering, (owner: ClientBase, hiding: Hiding) => Promise<Tampered>>> =
  {
    "change-tape": changeTape,
    "change-fill": (owner) =>
      changeRow(owner, { log: "fill", table: "fill", set: "price = price + 1, ask = ask + 1" }),
    "change-ledger": (owner) =>
      changeRow(owner, { log: "ledger", table: "ledger_posting", set: "amount = amount + 1" }),
    "delete-event": deleteEvent,
    "insert-event": insertEvent,
    "insert-ledger": insertLedger,
    "insert-tape": insertTape,
    "change-command": changeCommand,
  };

/** `owner`: connected as a superuser. */
export async function tamper(
  owner: ClientBase,
  deed: Tampering,
  hiding: Hiding = PLAIN,
): Promise<Tampered> {
  await owner.query("begin; set local session_replication_role = replica");
  try {
    const done = await DEEDS[deed](owner, hiding);
    await owner.query("commit");
    return done;
  } catch (error) {
    await owner.query("rollback");
    throw error;
  }
}

type Piece = {
  readonly market_id: number;
  readonly first_seq: string;
  readonly last_seq: string;
  readonly first_at_ms: string;
  readonly quotes: Buffer;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
};

/** One bid inside a packed piece that is not the newest of its market; nothing was filled there. */
async function changeTape(owner: ClientBase, hiding: Hiding): Promise<Tampered> {
  const { rows } = await owner.query<Piece>(
    `select p.* from tape_piece p where exists (
       select from tape_piece n where n.market_id = p.market_id and n.first_seq > p.first_seq
     ) and p.last_seq - p.first_seq + 1 > (
       select count(*) from tape_quote q
       where q.market_id = p.market_id and q.seq between p.first_seq and p.last_seq
     ) order by p.last_seq - p.first_seq desc, p.market_id, p.first_seq limit 1`,
  );
  const [piece] = rows;
  if (!piece) throw new Error("there is no past on this tape");
  const named = await owner.query<{ seq: string }>(
    "select seq from tape_quote where market_id = $1 and seq between $2 and $3",
    [piece.market_id, piece.first_seq, piece.last_seq],
  );
  const isNamed = new Set(named.rows.map(({ seq }) => Number(seq)));
  const run = new QuoteRun();
  const quotes = readRun(piece.quotes);
  const chosen = quotes.findIndex((_, nth) => !isNamed.has(Number(piece.first_seq) + nth));
  for (const [nth, quote] of quotes.entries()) {
    run.append(nth === chosen ? { ...quote, bid: quote.bid - 1 } : quote);
  }
  await owner.query("update tape_piece set quotes = $1 where market_id = $2 and first_seq = $3", [
    Buffer.from(run.cut()),
    piece.market_id,
    piece.first_seq,
  ]);
  if (hiding.isChainRewritten) await rewriteTape(owner, piece.market_id);
  return { log: "tape", marketId: piece.market_id, seq: Number(piece.first_seq) };
}

async function rewriteTape(owner: ClientBase, marketId: number): Promise<void> {
  const { rows } = await owner.query<Piece>(
    "select * from tape_piece where market_id = $1 order by first_seq",
    [marketId],
  );
  let link: Uint8Array = rows[0]?.prev_hash ?? CHAIN_GENESIS;
  for (const row of rows) {
    const [firstSeq, lastSeq] = [Number(row.first_seq), Number(row.last_seq)];
    const hash = pieceHash(link, { marketId, firstSeq, lastSeq, packed: row.quotes });
    await owner.query(
      `update tape_piece set prev_hash = $1, hash = $2
       where market_id = $3 and first_seq = $4`,
      [Buffer.from(link), Buffer.from(hash), marketId, row.first_seq],
    );
    link = hash;
  }
}

/** The middle one of a table that follows from the journal. */
async function changeRow(
  owner: ClientBase,
  { log, table, set }: { readonly log: string; readonly table: string; readonly set: string },
): Promise<Tampered> {
  const { rows } = await owner.query<{ journal_seq: string }>(
    `update ${table} set ${set} where (tableoid, ctid) = (
       select tableoid, ctid from ${table} order by journal_seq
       offset (select count(*) / 2 from ${table}) limit 1
     ) returning journal_seq`,
  );
  if (!rows[0]) throw new Error(`${table} is empty`);
  return { log, marketId: null, seq: Number(rows[0].journal_seq) };
}

async function deleteEvent(owner: ClientBase, hiding: Hiding): Promise<Tampered> {
  const { rows } = await owner.query<{ seq: string }>(
    `delete from journal where shard = 0
     and seq = (select max(seq) / 2 from journal where shard = 0) returning seq`,
  );
  const seq = Number(rows[0]?.seq);
  if (hiding.isChainRewritten) await rewriteJournal(owner);
  return { log: "journal/0", marketId: null, seq };
}

/** At the end, with the right link: a margin call that never was. */
async function insertEvent(owner: ClientBase): Promise<Tampered> {
  const { rows } = await owner.query<Stored>(
    "select * from journal where shard = 0 order by seq desc limit 1",
  );
  const [last] = rows;
  if (!last) throw new Error("the journal is empty");
  const seq = Number(last.seq) + 1;
  const atMs = Number(last.at_ms);
  const { rows: accounts } = await owner.query<{ id: string; book: "real" | "demo" }>(
    "select account_id as id, book from trading_account order by account_id limit 1",
  );
  const own = { atMs, accountId: Number(accounts[0]?.id), book: accounts[0]?.book ?? "demo" };
  const numbers = { equity: 1n, used: 1n, level: 1n };
  // Branded numbers of the engine; what they are is of no interest to who forges them.
  const forged = { type: "MarginCalled", ...own, ...numbers } as unknown as Parameters<
    typeof encodeEvents
  >[0][number];
  const events = encodeEvents([forged]);
  const { command } = last;
  const hash = linkOf(last.hash, { shard: 0, seq, atMs, command, events });
  await owner.query(
    `insert into journal (shard, seq, at_ms, command, events, prev_hash, hash)
     values (0, $1, $2, $3, $4, $5, $6)`,
    [seq, atMs, command, Buffer.from(events), last.hash, Buffer.from(hash)],
  );
  return { log: "journal/0", marketId: null, seq };
}

/** A pair that sums to zero and whose balances run on: money out of nothing. */
async function insertLedger(owner: ClientBase): Promise<Tampered> {
  const { rows } = await owner.query<{ journal_seq: string }>(
    `with last as (
       select journal_seq, at_ms, max(position) over () as position, book, account_id, balance
       from ledger_posting where account_id is not null
       order by journal_seq desc, position desc limit 1
     )
     insert into ledger_posting (shard, journal_seq, position, movement_id, book, account_id,
       house, amount, balance, cause, cause_id, at_ms, is_house_end)
     select 0, journal_seq, position + side.nth, 999999999, book,
       case side.nth when 1 then account_id end, case side.nth when 2 then 'adjustments' end,
       case side.nth when 1 then 1000000 else -1000000 end,
       case side.nth when 1 then balance + 1000000 else -1000000 end,
       'adjustment', 1, at_ms, side.nth = 2
     from last cross join (values (1), (2)) side (nth)
     returning journal_seq`,
  );
  return { log: "ledger", marketId: null, seq: Number(rows[0]?.journal_seq) };
}

/** After the newest of a market, with the right link: a price that never was. */
async function insertTape(owner: ClientBase): Promise<Tampered> {
  const { rows } = await owner.query<Piece & Record<"last_at_ms" | "last_bid", string>>(
    "select * from tape_piece order by market_id, first_seq desc limit 1",
  );
  const [last] = rows;
  if (!last) throw new Error("the tape is empty");
  const [bid, atMs] = [Number(last.last_bid) + 50, Number(last.last_at_ms) + 1];
  const run = new QuoteRun();
  run.append({ bid, ask: bid + 1, atMs });
  const seq = Number(last.last_seq) + 1;
  const packed = Buffer.from(run.cut());
  const marketId = last.market_id;
  const hash = pieceHash(last.hash, { marketId, firstSeq: seq, lastSeq: seq, packed });
  await owner.query(
    `insert into tape_piece (market_id, first_seq, last_seq, first_at_ms, last_at_ms, last_bid,
       last_ask, quotes, prev_hash, hash) values ($1, $2, $2, $3, $3, $4, $5, $6, $7, $8)`,
    [marketId, seq, atMs, bid, bid + 1, packed, last.hash, Buffer.from(hash)],
  );
  return { log: "tape", marketId, seq };
}

type Stored = {
  readonly seq: string;
  readonly at_ms: string;
  readonly command: Buffer;
  readonly events: Buffer;
  readonly hash: Buffer;
};

/** What was asked for, which no table beside the journal repeats. */
async function changeCommand(owner: ClientBase, hiding: Hiding): Promise<Tampered> {
  const { rows } = await owner.query<Stored>("select * from journal where shard = 0 order by seq");
  for (const { seq, command: bytes } of rows) {
    const command = decodeCommand(bytes);
    if (command.type !== "PlaceOrder") continue;
    const forged = encodeCommand({ ...command, maxDeviation: (command.maxDeviation ?? 0) + 7 });
    await owner.query("update journal set command = $1 where shard = 0 and seq = $2", [
      Buffer.from(forged),
      seq,
    ]);
    if (hiding.isChainRewritten) await rewriteJournal(owner);
    return { log: "journal/0", marketId: null, seq: Number(seq) };
  }
  throw new Error("nobody placed an order");
}

async function rewriteJournal(owner: ClientBase): Promise<void> {
  const { rows } = await owner.query<Stored>("select * from journal where shard = 0 order by seq");
  let link: Uint8Array = CHAIN_GENESIS;
  for (const { seq, at_ms, command, events } of rows) {
    const place = { shard: 0, seq: Number(seq), atMs: Number(at_ms) };
    const hash = linkOf(link, { ...place, command, events });
    await owner.query("update journal set prev_hash = $1, hash = $2 where shard = 0 and seq = $3", [
      Buffer.from(link),
      Buffer.from(hash),
      seq,
    ]);
    link = hash;
  }
}
