// F09 in miniature: whoever was overtaken writes not one row more, however it was overtaken: paused
// in the middle of its work, cut off, or only told by the fence inside its commit. And what its
// clients were told before stands.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import { createLog } from "../../platform/log.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { Fenced } from "../journal/journal-store.ts";
import { JournalWriter } from "../journal/journal-writer.ts";
import {
  type Exchange,
  keyOf,
  marketOrder,
  openExchange,
  place,
} from "../testing/bare-exchange.ts";
import { type Answered, prepareLoad, runLoad } from "../testing/trading-load.ts";
import { type HeldShard, holdShard } from "./hold-shard.ts";
import { type Sequencer, startSequencer } from "./sequencer.ts";

const isFull = process.env.FULL === "1";
const PAUSES = isFull ? 30 : 3;
const TRADERS = 12;
const ANSWERS_MIN = 20;
const FENCED = 3;
const TIMEOUT_MS = isFull ? 600_000 : 90_000;
const DISGUISE = `update lease set backend_start = '-infinity', writer_start = '-infinity'`;
const log = createLog("silent");

async function query<Row>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

describe("a paused owner", () => {
  const children = new Set<ChildProcess>();
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await test.close();
  });

  /** Trades in a process of its own; answers once some orders have been answered. */
  async function startTrader(name: string): Promise<{ child: ChildProcess; answers: Answered[] }> {
    const script = join(import.meta.dirname, "../testing/trading-child.ts");
    const args = ["--import", "tsx", script, test.appUrl, name, String(TRADERS)];
    const child = spawn(process.execPath, args, {
      cwd: import.meta.dirname,
      stdio: ["ignore", "pipe", "inherit"],
    });
    children.add(child);
    const answers: Answered[] = [];
    createInterface({ input: child.stdout }).on("line", (line) => answers.push(JSON.parse(line)));
    while (answers.length <= ANSWERS_MIN) await sleep(5);
    return { child, answers };
  }

  /** Owns the shard next, trades on for a moment, and stops. */
  async function overtake(name: string): Promise<number> {
    const address = { url: test.appUrl, role: null };
    const held = await holdShard({ address, shard: 0, log });
    const options = { address, database: test.database, clock: systemClock, log, held };
    const sequencer: Sequencer = await startSequencer(options);
    await prepareLoad(sequencer, TRADERS);
    let answered = 0;
    const load = { name, traders: TRADERS, isOver: () => answered > 10 * ANSWERS_MIN };
    await runLoad(sequencer, { ...load, onAnswer: () => (answered += 1) });
    await sequencer.stop();
    await held.keeper.stop();
    return held.lease.epoch;
  }

  /** Where the rows of one epoch end and those of the next begin. */
  const lastRowOf = async (epoch: number): Promise<number> => {
    const text = "select coalesce(max(seq), 0)::int as seq from journal where epoch <= $1";
    return (await query<{ seq: number }>(test.ownerUrl, text, [epoch]))[0]?.seq ?? 0;
  };

  it(
    "F09: writes not one row after it was overtaken, and ends when it wakes",
    async () => {
      for (let pause = 0; pause < PAUSES; pause += 1) {
        const { child, answers } = await startTrader(`paused ${pause}`);
        await sleep(Math.random() * 200);
        child.kill("SIGSTOP");
        // The first one is waited for; the others' leases are made to be over; the last one's
        // connections are not recognised, so that nobody ends them and only the fence stands.
        if (pause > 0) await query(test.ownerUrl, "update lease set expires_at = '-infinity'");
        if (pause === PAUSES - 1) await query(test.ownerUrl, DISGUISE);
        const epoch = await overtake(`next ${pause}`);
        const lastBefore = await lastRowOf(epoch - 1);
        const ended = once(child, "close");
        child.kill("SIGCONT");
        expect(await ended).toEqual([FENCED, null]);
        expect(await lastRowOf(epoch - 1)).toBe(lastBefore);
        // What its clients heard is at rows that were there before.
        const seqs = answers.flatMap(({ seq }) => (seq === null ? [] : [seq]));
        expect(Math.max(...seqs)).toBeLessThanOrEqual(lastBefore);
      }
      const falls = await query(
        test.ownerUrl,
        `select from (select epoch, lag(epoch) over (order by seq) as before from journal) j
         where epoch < before`,
      );
      expect(falls).toEqual([]);
      expect(await brokenInvariants(test.ownerUrl)).toEqual({});
    },
    TIMEOUT_MS,
  );
});

describe("the fence inside a commit", () => {
  let exchange: Exchange;
  beforeEach(async () => {
    exchange = await openExchange();
  });
  afterEach(() => exchange.close());

  /** As a claim does, without the courtesy of ending the owner's connections. */
  const raiseEpoch = () =>
    query(exchange.test.ownerUrl, "update lease set epoch = epoch + 1, owner = 'other'");
  const countRows = async () =>
    (
      await query<{ rows: number; keys: number }>(
        exchange.test.ownerUrl,
        `select (select count(*) from journal)::int as rows,
                (select count(*) from command_key)::int as keys`,
      )
    )[0];

  it("stops the sequencer for good: nothing is stored, taken or shown", async () => {
    const account = await exchange.openAccount("demo");
    const sequencer = exchange.sequencer();
    await place(sequencer, marketOrder(account));
    const before = await countRows();
    await raiseEpoch();
    const outcome = await sequencer.submit(marketOrder(account), keyOf(account, "late"));
    expect(outcome).toEqual({
      isAccepted: false,
      refusal: { reason: "UNAVAILABLE", why: "not-stored" },
    });
    expect(sequencer.status()).toBe("stopped");
    expect(await sequencer.submit(marketOrder(account))).toMatchObject({
      refusal: { why: "stopping" },
    });
    await expect(sequencer.read((books) => books.account(account))).rejects.toThrow(Fenced);
    expect(await sequencer.storeTape([])).toBe(false);
    await sleep(300);
    expect(sequencer.status()).toBe("stopped");
    expect(await countRows()).toEqual(before);
  });

  it("is not even asked once the lease is known to be lost", async () => {
    const account = await exchange.openAccount("demo");
    const sequencer = exchange.sequencer();
    await raiseEpoch();
    while (sequencer.status() === "trading") await sleep(10);
    expect(sequencer.status()).toBe("stopped");
    await expect(sequencer.read((books) => books.account(account))).rejects.toThrow(Fenced);
  });

  it("is met by who was cut off meanwhile, too", async () => {
    const sequencer = exchange.sequencer();
    await raiseEpoch();
    exchange.proxy.cut();
    while (sequencer.status() !== "stopped") await sleep(10);
    await sleep(300);
    expect(sequencer.status()).toBe("stopped");
  });
});

describe("an owner's next connection", () => {
  let test: TestDatabase;
  let held: HeldShard;
  const writers: JournalWriter[] = [];

  beforeAll(async () => {
    test = await createTestDatabase();
    held = await holdShard({ address: { url: test.appUrl, role: null }, shard: 0, log });
  });
  afterAll(async () => {
    for (const writer of writers) writer.close();
    await held.keeper.stop();
    await test.close();
  });

  async function connect(): Promise<JournalWriter> {
    const writer = await JournalWriter.connect({
      address: { url: test.appUrl, role: null },
      shard: 0,
      lease: held.lease,
      commitTimeoutMs: 5_000,
      onLost: () => undefined,
    });
    writers.push(writer);
    return writer;
  }

  it("F08: ends what the one before had under way, and waits until it has", async () => {
    const { name, epoch } = held.lease;
    const first = await connect();
    await first.client.query("begin");
    await first.client.query("select hold_pen($1, $2)", [name, epoch]);
    await first.client.query(
      `insert into journal (shard, seq, at_ms, command, events, prev_hash, hash, epoch)
       values (0, 1, 1, '', '', '', '', $1)`,
      [epoch],
    );
    const startedAt = performance.now();
    const second = await connect();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    await expect(first.client.query("commit")).rejects.toThrow();
    const { rows } = await second.client.query("select count(*)::int as count from journal");
    expect(rows).toEqual([{ count: 0 }]);
    await second.client.query("select hold_pen($1, $2)", [name, epoch]);
  });

  it("is refused to an epoch that is over", async () => {
    await query(test.ownerUrl, "update lease set epoch = epoch + 1");
    await expect(connect()).rejects.toThrow(Fenced);
  });
});
