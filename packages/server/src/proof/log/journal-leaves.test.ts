// Leaves made of what was just committed, on a real database: the log is the same as one that is
// read back from the journal, whatever was handed over and whatever was not (H03).

import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  EURUSD,
  type Exchange,
  marketOrder,
  openExchange,
} from "../../trading/testing/bare-exchange.ts";
import { runBusyDay } from "../../trading/testing/busy-day.ts";
import { JournalLeaves } from "./journal-leaves.ts";
import { keepLogs } from "./keep-logs.ts";
import { connectKeeper, type KeeperClient } from "./keeper-client.ts";
import { deriveSaltKey, openKey } from "./proof-keys.ts";
import { createProofLog, type ProofLog, sizeIn } from "./proof-log.ts";

const SEAL_KEY = Buffer.alloc(32, 7);
const SALT_KEY = deriveSaltKey(SEAL_KEY);

let exchange: Exchange;
let client: KeeperClient;
let log: ProofLog;
/** Queries of the journal's rows by the keeper. */
let reads = 0;
let handed: Uint8Array[] = [];

beforeAll(async () => {
  exchange = await openExchange();
  const own = await connectKeeper({ url: exchange.test.appUrl, role: null }, () => undefined);
  client = {
    ...own,
    copy: (query, take) => {
      reads += 1;
      return own.copy(query, take);
    },
  };
  const { database } = exchange.test;
  const nowMs = exchange.clock.now();
  const signer = await openKey(database, { sealKey: SEAL_KEY, generation: 1, nowMs });
  log = createProofLog({ database, signer, saltKey: SALT_KEY });
  await turn(new JournalLeaves(SALT_KEY));
  exchange.sequencer().followRows((rows) => handed.push(rows));
}, 60_000);
afterAll(async () => {
  await client.close();
  await exchange.close();
});
beforeEach(() => {
  reads = 0;
  handed = [];
});

const turn = (leaves: JournalLeaves) =>
  keepLogs({
    client,
    leaves,
    signer: log.signer,
    saltKey: SALT_KEY,
    origin: "http://localhost",
    mode: "SIMULATED",
    build: "test",
    nowMs: () => exchange.clock.now(),
  });

/** Rows of the journal whose leaf in the log is not the one of the table. */
async function differing(): Promise<number[]> {
  const newest = await log.newest();
  const size = newest ? sizeIn(newest.checkpoint, "journal/0") : 0;
  const { rows } = await sql<{ seq: bigint; at_ms: bigint; command: Buffer; events: Buffer }>`
    select seq, at_ms, command, events from journal order by seq`.execute(exchange.test.database);
  expect(size).toBe(rows.length);
  const wrong: number[] = [];
  for (const { seq, at_ms, command, events } of rows) {
    const row = { shard: 0, seq: Number(seq), atMs: Number(at_ms), command, events };
    const { leaf } = await log.inclusion({ log: "journal/0", index: row.seq - 1, size });
    if (!Buffer.from(log.rowParts(row).leaf).equals(leaf)) wrong.push(row.seq);
  }
  return wrong;
}

async function trade(times: number): Promise<void> {
  const account = await exchange.openAccount("demo");
  for (let time = 0; time < times; time += 1) {
    exchange.clock.advance(250);
    exchange.quote(EURUSD, 110_000 + time, 110_010 + time);
    await exchange.sequencer().submit(marketOrder(account));
  }
}

describe("leaves of what was just committed", () => {
  it("are those of the table, and nothing is read back", async () => {
    await runBusyDay(exchange);
    // The last quote may have rows of its own, which nobody has waited for.
    await exchange.sequencer().read(() => undefined);
    const leaves = new JournalLeaves(SALT_KEY);
    for (const rows of handed) leaves.take(rows);
    await turn(leaves);
    expect(await differing()).toEqual([]);
    expect(reads).toBe(0);
    const { rows } = await sql<{ id: bigint; opened: bigint }>`
      select account_id as id, journal_seq as opened from trading_account
      order by account_id limit 1`.execute(exchange.test.database);
    const account = rows[0] ?? { id: 0n, opened: 0n };
    const own = await log.accountRows({ shard: 0, accountId: Number(account.id) });
    expect(own[0]).toBe(Number(account.opened));
  });

  it("are filled up from the table where some were not handed over, at either end", async () => {
    const leaves = new JournalLeaves(SALT_KEY);
    await trade(4);
    handed = [];
    await trade(3);
    for (const rows of handed) leaves.take(rows);
    await trade(2);
    await turn(leaves);
    expect(await differing()).toEqual([]);
    expect(reads).toBe(2);
  });

  it("begin anew after a gap: what is known then follows in number", async () => {
    const leaves = new JournalLeaves(SALT_KEY);
    await trade(3);
    for (const rows of handed) leaves.take(rows);
    handed = [];
    await trade(1);
    handed = [];
    await trade(2);
    for (const rows of handed) leaves.take(rows);
    await turn(leaves);
    expect(await differing()).toEqual([]);
    expect(reads).toBe(1);
  });

  it("H03: of a row that is changed before its checkpoint are of what was committed", async () => {
    const leaves = new JournalLeaves(SALT_KEY);
    await trade(2);
    for (const rows of handed) leaves.take(rows);
    const { rows } = await sql<{ seq: bigint }>`
      select max(seq) as seq from journal`.execute(exchange.test.database);
    const seq = Number(rows[0]?.seq);
    const owner = new pg.Client({ connectionString: exchange.test.ownerUrl });
    await owner.connect();
    await owner.query("set session_replication_role = replica");
    await owner.query("update journal set at_ms = at_ms + 1 where seq = $1", [seq]);
    await owner.end();
    await turn(leaves);
    expect(await differing()).toEqual([seq]);
  });
});
