// A day of the tape is let go of, and what was filled on it stays provable: the pieces that a fill,
// a conversion, a financing or a stop-out names are kept (inv18, inv19, H04).

import { fromHex, isIncluded, pieceHash, pieceLeaf, readRun } from "@truetick/proof";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInvariants } from "../../testing/broken-invariants.ts";
import { EURUSD, type Exchange, openExchange } from "../../trading/testing/bare-exchange.ts";
import { runBusyDay } from "../../trading/testing/busy-day.ts";
import { keepLogs } from "../log/keep-logs.ts";
import { connectKeeper } from "../log/keeper-client.ts";
import { deriveSaltKey, type OwnKey, openKey } from "../log/proof-keys.ts";
import { createProofLog, sizeIn } from "../log/proof-log.ts";
import { verifyRecord } from "./verify-record.ts";

const DAY_MS = 86_400_000;
const SEAL_KEY = Buffer.alloc(32, 7);
const saltKey = deriveSaltKey(SEAL_KEY);

let exchange: Exchange;
let owner: pg.Client;
let signer: OwnKey;
let pieceCount = 0;

beforeAll(async () => {
  exchange = await openExchange();
  const { test, clock } = exchange;
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  await sql`select make_tape_room(${today}::date, 4)`.execute(test.database);
  await runBusyDay(exchange);
  // Quotes that nothing was filled at, in pieces of their own.
  for (let nth = 0; nth < 3; nth += 1) {
    exchange.quote(EURUSD, 110_050 + nth, 110_060 + nth);
    await exchange.sequencer().storeTape([EURUSD]);
  }
  owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
  signer = await openKey(test.database, {
    sealKey: SEAL_KEY,
    generation: 1,
    nowMs: clock.now(),
  });
  clock.advance(2 * DAY_MS);
  exchange.quote(EURUSD, 110_100, 110_110);
  await exchange.restart();
  await writeCheckpoint();
  pieceCount = await countOf("tape_piece");
  const { rows } = await sql<{ name: string }>`
    select retire_tape(${clock.now() - DAY_MS}) as name`.execute(test.database);
  expect(rows.map(({ name }) => name)).toContain(`tape_piece_${today.replaceAll("-", "")}`);
});
afterAll(async () => {
  await owner.end();
  await exchange.close();
});

async function writeCheckpoint(): Promise<void> {
  const address = { url: exchange.test.appUrl, role: null };
  const client = await connectKeeper(address, () => undefined);
  const own = { origin: "http://localhost", mode: "SIMULATED", build: "test" } as const;
  await keepLogs({ client, signer, saltKey, ...own, nowMs: () => exchange.clock.now() });
  await client.close();
}

async function countOf(table: string): Promise<number> {
  const { rows } = await owner.query<{ count: string }>(`select count(*) from ${table}`);
  return Number(rows[0]?.count);
}

function verify() {
  return verifyRecord({
    address: { url: exchange.test.appUrl, role: null },
    saltKey,
    heads: { journalSeq: () => null, tapeSeq: () => null },
    seen: new Map(),
    pause: async () => undefined,
  });
}

describe("a day that was let go of", () => {
  it("leaves the pieces that something names, and no others", async () => {
    const kept = await countOf("tape_kept_piece");
    expect(kept).toBeGreaterThan(0);
    expect(kept + (await countOf("tape_piece"))).toBeLessThan(pieceCount);
    expect(await askInvariants(owner)).toEqual({});
  });

  it("every fill of that day is still proved by the tape", async () => {
    const { database } = exchange.test;
    const log = createProofLog({ database, signer, saltKey });
    const newest = await log.newest();
    const head = newest?.checkpoint.logs.find((one) => one.log === "tape");
    const size = newest ? sizeIn(newest.checkpoint, "tape") : 0;
    const { rows } = await owner.query<{ market_id: number; seq: string; bid: string }>(
      "select market_id, tape_seq as seq, bid from fill",
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const { market_id, seq, bid } of rows) {
      const wanted = { marketId: market_id, seq: Number(seq), size };
      const piece = await log.tapePiece(wanted);
      if (!piece) throw new Error(`quote ${seq} of market ${market_id} is gone`);
      expect(readRun(piece.packed)[Number(seq) - piece.firstSeq]?.bid).toBe(Number(bid));
      const leaf = pieceLeaf(pieceHash(piece.prevHash, piece));
      const root = fromHex(head?.root ?? "") ?? new Uint8Array();
      const { leafIndex: index, path } = piece;
      expect(isIncluded({ leaf, index, size, path, root })).toBe(true);
    }
  });

  it("is whole to the verifier, which looks at what was kept", async () => {
    const { faults, checked } = await verify();
    expect(faults).toEqual([]);
    expect(checked["kept-piece"]).toBe(await countOf("tape_kept_piece"));
  });

  it("T86: a kept piece that was changed, taken away or added is found", async () => {
    const tampered = async (statement: string) => {
      await owner.query("begin; set local session_replication_role = replica");
      await owner.query(statement);
      const broken = await askInvariants(owner);
      await owner.query("rollback");
      return Object.keys(broken);
    };
    const first = "ctid = (select min(ctid) from tape_kept_piece)";
    const change = `update tape_kept_piece set quotes = quotes || '\\x00' where ${first}`;
    expect(await tampered(change)).toContain("inv19");
    expect(await tampered(`delete from tape_kept_piece where ${first}`)).toContain("inv18");
    const add = `insert into tape_kept_piece select market_id, 900000, 900001, first_at_ms,
      last_at_ms, last_bid, last_ask, quotes, prev_hash, hash from tape_kept_piece limit 1`;
    expect(await tampered(add)).toEqual(["inv18", "inv19"]);
    await owner.query(`begin; set local session_replication_role = replica; ${change}; commit`);
    const { rows } = await owner.query<{ seq: string; id: number }>(
      `select first_seq as seq, market_id as id from tape_kept_piece
       where right(encode(quotes, 'hex'), 2) = '00' order by first_seq limit 1`,
    );
    const { faults } = await verify();
    expect(faults[0]).toMatchObject({ log: "tape", what: "chain" });
    expect(rows.map(({ seq }) => Number(seq))).toContain(faults[0]?.seq);
  });

  it("H07: is not changed by the application, nor by the owner of the tables", async () => {
    for (const url of [exchange.test.appUrl, exchange.test.ownerUrl]) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      for (const table of ["tape_kept_piece", "proof_verdict", "statement_mail"]) {
        const deed = client.query(`delete from ${table}`);
        await expect(deed).rejects.toThrow(/permission denied|append-only/);
      }
      await client.end();
    }
  });
});
