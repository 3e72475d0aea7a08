// The tape as a stranger sees it: without a gap, every quote under the link of its piece, the chain
// recomputed from what was answered, refused ticks with their reasons. And its old days let go of:
// by nobody but the database's own function, which keeps both ends of every chain (H04, H07, T86).

import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { languageOf } from "@truetick/contract";
import { CALLS } from "@truetick/contract/calls";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { sandboxMarkets } from "../markets/traded-market.ts";
import {
  type Exchange,
  EURUSD as FIRST_MARKET,
  openExchange,
  USDJPY,
} from "../testing/bare-exchange.ts";
import { openRawTape } from "./raw-tape.ts";
import { createTapeHandlers } from "./tape.routes.ts";
import { startTapeKeeper } from "./tape-keeper.ts";

const DAY_MS = 86_400_000;
const MARKETS = sandboxMarkets().slice(0, 3);
const EURUSD = MARKETS[0]?.id ?? "";
const log = createLog("silent");
const context = {
  language: languageOf("en"),
  requestId: "test",
  address: "127.0.0.1",
  device: "",
  cookies: "",
  caller: null,
  attempt: null,
};

let exchange: Exchange;
beforeAll(async () => {
  exchange = await openExchange();
  const today = new Date(exchange.clock.now()).toISOString().slice(0, 10);
  await sql`select make_tape_room(${today}::date, 2)`.execute(exchange.test.database);
});
afterAll(async () => {
  expect(await brokenInvariants(exchange.test.ownerUrl)).toEqual({});
  await exchange.close();
});

async function tape(fields: { after?: string; before?: string } = {}) {
  const handlers = createTapeHandlers({ database: exchange.test.database, markets: MARKETS });
  const answer = await handlers.listTape({ forex_id: EURUSD, ...fields }, context);
  return CALLS.listTape.output.parse(answer);
}

type Page = Awaited<ReturnType<typeof tape>>;
type Link = Page["Pieces"][number];

/** As anybody would, from the declared layout and nothing of ours. */
function hashOf({ FirstSeq, LastSeq, PrevHash, Packed }: Link): string {
  const numbers = Buffer.alloc(20);
  numbers.writeInt32BE(Number(EURUSD), 0);
  numbers.writeBigInt64BE(BigInt(FirstSeq), 4);
  numbers.writeBigInt64BE(BigInt(LastSeq), 12);
  return createHash("sha256")
    .update("truetick.chain.v1\0")
    .update(Buffer.from(PrevHash, "hex"))
    .update(numbers)
    .update(Buffer.from(Packed, "base64"))
    .digest("hex");
}

function expectChained(links: readonly Link[]): void {
  for (const [index, link] of links.entries()) {
    expect(hashOf(link)).toBe(link.Hash);
    const before = links[index - 1];
    if (before) expect([link.PrevHash, link.FirstSeq]).toEqual([before.Hash, before.LastSeq + 1]);
  }
}

function quoteFor(ms: number, count: number): void {
  for (let i = 0; i < count; i += 1) {
    exchange.clock.advance(ms);
    exchange.quote(Number(EURUSD), 110_000 + (i % 9), 110_010 + (i % 9));
  }
}

/** Commits what was quoted, as the clock would do. */
async function store(): Promise<void> {
  await exchange.restart();
}

describe("the public tape", () => {
  it("is numbered without a gap and proves itself to a stranger", async () => {
    for (let round = 0; round < 4; round += 1) {
      quoteFor(137, 300);
      await store();
    }
    const pages: Page[] = [];
    for (let before: string | undefined; ; before = String(pages[0]?.data[0]?.Seq)) {
      const page = await tape(before === undefined ? {} : { before });
      if (page.data.length === 0) break;
      pages.unshift(page);
      if (page.data[0]?.Seq === 1) break;
    }
    const quotes = pages.flatMap(({ data }) => data);
    expect(quotes.map(({ Seq }) => Seq)).toEqual(quotes.map((_, index) => index + 1));
    expect(quotes).toHaveLength(pages[0]?.total ?? 0);
    expect(quotes.at(-1)).toMatchObject({ Bid: "1.10002", Ask: "1.10012" });
    const links = pages.flatMap(({ Pieces }) => Pieces);
    expect(links[0]?.PrevHash).toBe("0".repeat(64));
    expectChained(links);
    const byHash = new Map(links.map((link) => [link.Hash, link]));
    for (const { Seq, Hash } of quotes) {
      expect(byHash.get(Hash)).toMatchObject({ FirstSeq: expect.any(Number) });
      expect(Seq).toBeGreaterThanOrEqual(byHash.get(Hash)?.FirstSeq ?? Infinity);
      expect(Seq).toBeLessThanOrEqual(byHash.get(Hash)?.LastSeq ?? -1);
    }
  });

  it("goes on from a number, for whoever follows it", async () => {
    const { total, data } = await tape({ after: "700" });
    expect(data[0]?.Seq).toBeLessThanOrEqual(701);
    expect(data.at(-1)?.Seq).toBeGreaterThan(701);
    expect((await tape({ after: String(total) })).data).toEqual([]);
  });

  it("answers one bounded page, whatever is asked for (T46)", async () => {
    const page = await tape({ before: "999999999999999" });
    expect(page.data.length).toBeLessThanOrEqual(1_000);
    expect((await tape({ before: "1" })).data).toEqual([]);
  });

  it("says no to a market that there is none of", async () => {
    const handlers = createTapeHandlers({ database: exchange.test.database, markets: MARKETS });
    expect(await handlers.listTape({ forex_id: "999" }, context)).toMatchObject({
      reason: "MARKET_UNKNOWN",
    });
  });
});

describe("refused ticks", () => {
  it("F13: stand on the raw tape with their reason, in a chain of their own", async () => {
    const { clock, test, sequencer } = exchange;
    const market = MARKETS[0];
    if (!market) throw new Error("Invariant: there is a market");
    const keeper = await startTapeKeeper({
      database: test.database,
      epoch: sequencer().epoch,
      markets: MARKETS,
      clock,
      log,
      newestSeq: () => sequencer().newestQuote(FIRST_MARKET)?.seq ?? 0,
      keepsAll: () => false,
      keepDays: 30,
      sealCandles: async () => undefined,
    });
    const told: Parameters<Parameters<typeof keeper.follow>[0]["watchSources"]>[0][] = [];
    keeper.follow({
      watchSources: (watcher) => {
        told.push(watcher);
        return () => undefined;
      },
    });
    const say = (bid: number, ask: number, outcome: "CROSSED" | "NOT_FINITE" | null) => {
      const tick = { code: market.code, atMs: clock.now(), bid, ask, sourceSeq: 7 };
      for (const watcher of told) watcher({ source: "sim", tick, outcome });
    };
    say(110_020, 110_010, "CROSSED");
    say(Number.NaN, 110_010, "NOT_FINITE");
    say(110_000, 110_010, null);
    await keeper.stop();
    const { Refused, RawPieces } = await tape();
    expect(Refused).toMatchObject([
      { Source: "sim", Bid: "1.10020", Ask: "1.10010", Reason: "CROSSED" },
      { Source: "sim", Bid: "NaN", Ask: "1.10010", Reason: "NOT_FINITE" },
    ]);
    expect(Refused[0]?.AfterSeq).toBe((await tape()).total);
    expect(RawPieces).toMatchObject([{ FirstSeq: 1, LastSeq: 2, PrevHash: "0".repeat(64) }]);
    expectChained(RawPieces);
  });

  it("are numbered on after a restart, and stored once however often it is tried", async () => {
    const { database } = exchange.test;
    const raw = await openRawTape({ database, epoch: exchange.sequencer().epoch, log });
    const tick = {
      quoteSeq: 1,
      receivedAtMs: exchange.clock.now(),
      sourceAtMs: "1",
      source: "sim",
      sourceSeq: "1",
      bid: "0",
      ask: "1",
      outcome: "NOT_POSITIVE",
      markupPoints: 0,
    };
    raw.put(Number(EURUSD), tick);
    await Promise.all([raw.store(), raw.store()]);
    await raw.store();
    const { RawPieces } = await tape();
    const places = RawPieces.map(({ FirstSeq, LastSeq }) => [FirstSeq, LastSeq]);
    expect(places).toEqual([
      [1, 2],
      [3, 3],
    ]);
    expectChained(RawPieces);
    // Whoever stops waits for all that came in, also while something is being stored.
    raw.put(Number(EURUSD), tick);
    void raw.store();
    raw.put(Number(EURUSD), tick);
    await raw.store();
    expect((await tape()).RawPieces.at(-1)?.LastSeq).toBe(5);
  });
});

describe("old days of the tape", () => {
  let storage: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    storage = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), "truetick-tape-"));
  });
  afterAll(async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function as(url: string, statement: string): Promise<string> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const answer = await client.query(statement).catch((error: Error) => error);
    await client.end();
    return answer instanceof Error ? answer.message : JSON.stringify(answer.rows);
  }

  async function partsOf(): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'tape_piece'::regclass and inhrelid::regclass::text ~ '[0-9]$'
      order by 1`.execute(exchange.test.database);
    return rows.map(({ name }) => name);
  }

  it("fall into parts that the application can neither change nor drop", async () => {
    const { appUrl, ownerUrl } = exchange.test;
    const [part = ""] = await partsOf();
    expect(part).toMatch(/^tape_piece_\d{8}$/);
    for (const statement of [`delete from ${part}`, `truncate ${part}`, `drop table ${part}`]) {
      expect(await as(appUrl, statement)).toMatch(/permission denied|must be owner/);
    }
    expect(await as(ownerUrl, `delete from ${part}`)).toMatch(/append-only/);
    expect(await as(appUrl, "create table tape_piece_forged (n int)")).toMatch(/permission denied/);
  });

  it("are let go of by the function alone, which keeps both ends of every chain", async () => {
    const { clock, test } = exchange;
    const before = await tape();
    for (let day = 0; day < 4; day += 1) {
      clock.advance(DAY_MS);
      const keeper = await startTapeKeeper({
        database: test.database,
        epoch: exchange.sequencer().epoch,
        markets: MARKETS,
        clock,
        log,
        newestSeq: () => 0,
        keepsAll: () => false,
        keepDays: 30,
        sealCandles: async () => undefined,
      });
      await keeper.stop();
      quoteFor(1_000, 20);
      await store();
    }
    const parts = await partsOf();
    const cutMs = clock.now() - DAY_MS;
    const dropped = await as(test.appUrl, `select retire_tape(${cutMs})`);
    const left = await partsOf();
    expect(left.length).toBeLessThan(parts.length);
    expect(dropped).toContain(parts[0]);
    const { Retired, Pieces, total } = await tape({ after: "0" });
    expect(total).toBeGreaterThan(before.total);
    expect(Retired?.LastSeq).toBeGreaterThanOrEqual(before.total);
    expect(Pieces[0]).toMatchObject({
      PrevHash: Retired?.Hash,
      FirstSeq: (Retired?.LastSeq ?? 0) + 1,
    });
    expectChained(Pieces);
    expect(await brokenInvariants(test.ownerUrl)).toEqual({});
    // The numbers go on, also for a market whose last quote was let go of with its day.
    await exchange.restart();
    quoteFor(1_000, 1);
    await store();
    expect((await tape()).total).toBe(total + 1);
    expect(exchange.sequencer().newestQuote(USDJPY)?.seq).toBeGreaterThan(0);
  });

  it("T86: a part whose chain was tampered with is kept, and the check says so", async () => {
    const { test, clock } = exchange;
    const [part = ""] = await partsOf();
    await as(
      test.ownerUrl,
      `begin; alter table ${part} disable trigger append_only;
       update ${part} set quotes = quotes || '\\x00'
       where (market_id, first_seq) = (select market_id, min(first_seq) from ${part}
         where market_id = ${EURUSD} group by market_id);
       alter table ${part} enable trigger append_only; commit`,
    );
    const cutMs = clock.now() + DAY_MS;
    await as(test.appUrl, `select retire_tape(${cutMs})`);
    expect(await partsOf()).toContain(part);
    expect(await brokenInvariants(test.ownerUrl)).toHaveProperty("inv19");
    await as(
      test.ownerUrl,
      `begin; alter table ${part} disable trigger append_only;
       update ${part} set quotes = substr(quotes, 1, length(quotes) - 1)
       where (market_id, first_seq) = (select market_id, min(first_seq) from ${part}
         where market_id = ${EURUSD} group by market_id);
       alter table ${part} enable trigger append_only; commit`,
    );
  });

  it("never lets go of the last two days by the database's own clock", async () => {
    const clock = createFakeClock(Date.now());
    await sql`select make_tape_room(current_date - 5, 6)`.execute(storage.database);
    const { rows } = await sql<{ name: string }>`
      select retire_tape(${clock.now() + 365 * DAY_MS}) as name`.execute(storage.database);
    const today = new Date().toISOString().slice(0, 10).replaceAll("-", "");
    expect(rows.map(({ name }) => name)).not.toContain(`tape_piece_${today}`);
    expect(rows).toHaveLength(2 * 3);
  });
});
