// What an order and a quote leave on disk: orders that open and close through the sequencer on a
// PostgreSQL of the bench's own; sizes of tables with their indexes and of the write-ahead log
// before and after, and how long the disk takes to be sure of a small write.

import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accountId, marketId } from "@truetick/engine";
import { sql } from "kysely";
import {
  createTrader,
  keepQuoting,
  openAccounts,
  openMarket,
  startExchange,
} from "../../orders/parts/exchange.ts";
import { type Lab, openLab } from "../../orders/parts/lab.ts";

const MARKET = marketId(1);
const ACCOUNTS = 1_000;
const WORKERS = 64;
const ACTS_PER_WORKER = 200;
const SYNCS = 100;
const PAGE = Buffer.alloc(8_192, 1);

type Sizes = { readonly tables: number; readonly wal: number };
type Measured = Readonly<Record<string, number>>;

export async function measureDisk(): Promise<Measured> {
  const lab = await openLab();
  try {
    return { ...(await measureOrders(lab)), syncMs: measureSync() };
  } finally {
    await lab.close();
  }
}

async function measureOrders(lab: Lab): Promise<Measured> {
  const sequencer = await startExchange(lab);
  await openMarket(sequencer);
  await openAccounts(sequencer, ACCOUNTS);
  const stopQuotes = keepQuoting(sequencer);
  const before = await sizesOf(lab);
  const traders = Array.from({ length: WORKERS }, (_, at) => createTrader(sequencer, `w${at}`));
  await Promise.all(
    traders.map(async (trade, worker) => {
      const account = accountId(1 + (worker % ACCOUNTS));
      for (let act = 0; act < ACTS_PER_WORKER; act += 1) await trade(account);
    }),
  );
  const after = await sizesOf(lab);
  stopQuotes();
  await sequencer.storeTape([MARKET]);
  const tape = await sql<{ bytes: number; quotes: number }>`
    select sum(pg_column_size(piece.*))::float8 as bytes,
      sum(last_seq - first_seq + 1)::float8 as quotes
    from tape_piece piece
  `.execute(lab.database);
  const journal = await sql<{ bytes: number }>`
    select avg(octet_length(events))::float8 as bytes from journal
  `.execute(lab.database);
  await sequencer.stop();
  const acts = WORKERS * ACTS_PER_WORKER;
  const [row] = tape.rows;
  return {
    orderDiskBytes: (after.tables - before.tables) / acts,
    orderWalBytes: (after.wal - before.wal) / acts,
    rowBytes: journal.rows[0]?.bytes ?? Number.NaN,
    quoteDiskBytes: row ? row.bytes / row.quotes : Number.NaN,
  };
}

async function sizesOf(lab: Lab): Promise<Sizes> {
  const found = await sql<Sizes>`
    select pg_database_size(current_database())::float8 as tables,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal
  `.execute(lab.database);
  const [sizes] = found.rows;
  if (!sizes) throw new Error("Invariant: a database has a size");
  return sizes;
}

/** The median, in milliseconds. */
function measureSync(): number {
  const folder = mkdtempSync(join(tmpdir(), "truetick-sync-"));
  const file = openSync(join(folder, "file"), "w");
  const times: number[] = [];
  for (let at = 0; at < SYNCS; at += 1) {
    const from = performance.now();
    writeSync(file, PAGE);
    fdatasyncSync(file);
    times.push(performance.now() - from);
  }
  closeSync(file);
  rmSync(folder, { recursive: true });
  return times.sort((a, b) => a - b)[SYNCS / 2] ?? Number.NaN;
}
