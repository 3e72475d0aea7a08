// The logs on a real database: everything that happened is provable after the next checkpoint,
// every checkpoint extends every earlier one, a crash anywhere loses nothing, and nothing is signed
// over a past that was changed (H01, H03, H06, H07).

import {
  areEqual,
  fromHex,
  isExtension,
  isIncluded,
  openCheckpoint,
  pieceHash,
  pieceLeaf,
} from "@truetick/proof";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appendAudit, SYSTEM_ACTOR } from "../../platform/audit/audit-log.ts";
import {
  EURUSD,
  type Exchange,
  keyOf,
  marketOrder,
  openExchange,
} from "../../trading/testing/bare-exchange.ts";
import { runBusyDay } from "../../trading/testing/busy-day.ts";
import { EVERYBODY } from "./account-rows.ts";
import { keepLogs } from "./keep-logs.ts";
import { connectKeeper, type KeeperClient } from "./keeper-client.ts";
import { LogBroken } from "./log-broken.ts";
import { deriveSaltKey, openKey } from "./proof-keys.ts";
import { createProofLog, type ProofLog, type StoredCheckpoint, sizeIn } from "./proof-log.ts";

const SEAL_KEY = Buffer.alloc(32, 7);
const SALT_KEY = deriveSaltKey(SEAL_KEY);

let exchange: Exchange;
let client: KeeperClient;
let log: ProofLog;
beforeAll(async () => {
  exchange = await openExchange();
  await runBusyDay(exchange);
  client = await connect();
  const nowMs = exchange.clock.now();
  const { database } = exchange.test;
  const signer = await openKey(database, { sealKey: SEAL_KEY, generation: 1, nowMs });
  log = createProofLog({ database, signer, saltKey: SALT_KEY });
});
afterAll(async () => {
  await client.close();
  await exchange.close();
});

function connect(): Promise<KeeperClient> {
  return connectKeeper({ url: exchange.test.appUrl, role: null }, () => undefined);
}

const turn = (own: Partial<Parameters<typeof keepLogs>[0]> = {}) =>
  keepLogs({
    client,
    signer: log.signer,
    saltKey: SALT_KEY,
    origin: "http://localhost",
    mode: "SIMULATED",
    build: "test",
    nowMs: () => exchange.clock.now(),
    ...own,
  });

async function newest(): Promise<StoredCheckpoint> {
  const found = await log.newest();
  if (!found) throw new Error("there is a checkpoint");
  return found;
}

function rootIn({ checkpoint }: StoredCheckpoint, name: string): Uint8Array {
  const root = checkpoint.logs.find(({ log: one }) => one === name)?.root;
  return fromHex(root ?? "") ?? new Uint8Array();
}

async function countOf(table: string): Promise<number> {
  const [row] = await client.query<{ count: number }>(`select count(*) from ${table}`);
  return row?.count ?? 0;
}

/** Something new everywhere. */
async function liveOn(times = 1): Promise<void> {
  const account = await exchange.openAccount("demo");
  for (let time = 0; time < times; time += 1) {
    exchange.clock.advance(250);
    exchange.quote(EURUSD, 110_000 + time, 110_010 + time);
    await exchange.sequencer().submit(marketOrder(account));
    await exchange
      .sequencer()
      .submit(marketOrder(account, { leverage: 7 }), keyOf(account, `refused-${time}`));
  }
  await exchange.test.database.transaction().execute((trx) =>
    appendAudit(trx, {
      actor: SYSTEM_ACTOR,
      action: "test.note",
      subject: { kind: "test", id: times },
      detail: {},
    }),
  );
}

describe("the logs", () => {
  it("H01: a checkpoint covers every row, and its signature holds", async () => {
    await turn();
    const stored = await newest();
    expect(await openCheckpoint(stored, await log.keys())).toHaveProperty("checkpoint");
    expect(sizeIn(stored.checkpoint, "journal/0")).toBe(await countOf("journal"));
    expect(sizeIn(stored.checkpoint, "tape")).toBe(await countOf("tape_piece"));
    expect(sizeIn(stored.checkpoint, "refusal")).toBe(await countOf("refusal"));
    expect(sizeIn(stored.checkpoint, "audit")).toBe(await countOf("audit_log"));
    expect(await countOf("refusal")).toBeGreaterThan(0);
  });

  it("H02: every row of the journal and every refusal is provable", async () => {
    await turn();
    const stored = await newest();
    const size = sizeIn(stored.checkpoint, "journal/0");
    const rows = await exchange.test.database.selectFrom("journal").selectAll().execute();
    for (const { shard, seq, at_ms, command, events } of rows) {
      const row = { shard, seq: Number(seq), atMs: Number(at_ms), command, events };
      const { index, leaf } = log.rowParts(row);
      const { path } = await log.inclusion({ log: "journal/0", index, size });
      const root = rootIn(stored, "journal/0");
      expect(isIncluded({ leaf, index, size, path, root })).toBe(true);
    }
    const refusals = await exchange.test.database.selectFrom("refusal").selectAll().execute();
    for (const { number, shard, at_ms, command, refusal } of refusals) {
      const leafIndex = (await log.refusalLeaf(Number(number))) ?? -1;
      const { leaf, index } = log.refusalParts({
        leafIndex,
        shard,
        atMs: Number(at_ms),
        command,
        refusal,
      });
      const size = sizeIn(stored.checkpoint, "refusal");
      const { path } = await log.inclusion({ log: "refusal", index, size });
      const root = rootIn(stored, "refusal");
      expect(isIncluded({ leaf, index, size, path, root })).toBe(true);
    }
  });

  it("H03: every line of the audit log and every quote of the tape is provable", async () => {
    await turn();
    const stored = await newest();
    for (const { seq, body } of await exchange.test.database
      .selectFrom("audit_log")
      .selectAll()
      .execute()) {
      const { leaf, index } = log.auditParts({ seq: Number(seq), body });
      const size = sizeIn(stored.checkpoint, "audit");
      const { path } = await log.inclusion({ log: "audit", index, size });
      expect(isIncluded({ leaf, index, size, path, root: rootIn(stored, "audit") })).toBe(true);
    }
    const size = sizeIn(stored.checkpoint, "tape");
    const last = exchange.sequencer().newestQuote(EURUSD)?.seq ?? 0;
    for (let seq = 1; seq < last; seq += 1) {
      const piece = await log.tapePiece({ marketId: EURUSD, seq, size });
      if (!piece) throw new Error(`quote ${seq} is provable`);
      expect(seq).toBeGreaterThanOrEqual(piece.firstSeq);
      expect(seq).toBeLessThanOrEqual(piece.lastSeq);
      const { leafIndex: index, path } = piece;
      const leaf = pieceLeaf(pieceHash(piece.prevHash, piece));
      expect(isIncluded({ leaf, index, size, path, root: rootIn(stored, "tape") })).toBe(true);
    }
  });

  it("H05: every checkpoint extends every earlier one, in chunks of any size", async () => {
    for (const rowsPerChunk of [1, 7, 64, 1_000]) {
      await liveOn(20);
      await turn({ rowsPerChunk });
    }
    const all = await log.checkpoints(0, 200);
    expect(all.length).toBeGreaterThan(4);
    expect(sizeIn((await newest()).checkpoint, "journal/0")).toBeGreaterThan(128);
    for (const earlier of all) {
      for (const later of all.filter(({ number }) => number >= earlier.number)) {
        for (const name of ["audit", "journal/0", "refusal", "tape"] as const) {
          const from = sizeIn(earlier.checkpoint, name);
          const to = sizeIn(later.checkpoint, name);
          const path = from === 0 ? [] : await log.consistency({ log: name, from, to });
          const roots = { fromRoot: rootIn(earlier, name), toRoot: rootIn(later, name) };
          expect(isExtension({ from, to, path, ...roots })).toBe(true);
        }
      }
    }
  });

  it("a checkpoint comes also when nothing happened", async () => {
    await turn();
    const before = await newest();
    await turn();
    const after = await newest();
    expect(after.number).toBe(before.number + 1);
    expect(after.checkpoint.logs).toEqual(before.checkpoint.logs);
  });

  it("names the journal rows of an account, and those about everybody", async () => {
    const account = await exchange.openAccount("demo");
    await exchange.sequencer().submit(marketOrder(account));
    await turn();
    const ledger = await client.query<{ journal_seq: number }>(
      "select distinct journal_seq from ledger_posting where account_id = $1 order by 1",
      [account],
    );
    const seqs = await log.accountRows({ shard: 0, accountId: account });
    expect(seqs).toEqual(expect.arrayContaining(ledger.map(({ journal_seq }) => journal_seq)));
    expect(seqs.length).toBeGreaterThanOrEqual(ledger.length);
    expect(await log.accountRows({ shard: 0, accountId: account, after: seqs[0] ?? 0 })).toEqual(
      seqs.slice(1),
    );
    const everybody = await log.accountRows({ shard: 0, accountId: EVERYBODY });
    const defined = await client.query<{ journal_seq: number }>(
      "select journal_seq from market_terms",
    );
    expect(everybody).toEqual(
      expect.arrayContaining(defined.map(({ journal_seq }) => journal_seq)),
    );
  });
});

describe("privacy", () => {
  it("H20: equal events have different commitments, and a leaf shows no part", async () => {
    const place = { shard: 0, seq: 1, atMs: 5 };
    const rows = [1, 2].map((seq) =>
      log.refusalParts({
        leafIndex: seq,
        shard: 0,
        atMs: place.atMs,
        command: Buffer.from("same"),
        refusal: { reason: "SAME" },
      }),
    );
    const [one, two] = rows.map(({ parts }) => parts.map(({ commitment }) => commitment));
    expect(one?.some((hash, part) => areEqual(hash, two?.[part] ?? hash))).toBe(false);
    const [first] = one ?? [];
    expect(areEqual(first ?? new Uint8Array(), one?.[1] ?? new Uint8Array())).toBe(false);
  });
});

describe("a keeper that dies", () => {
  it("T38: within a chunk, or between chunk and checkpoint: the next goes on", async () => {
    await liveOn(50);
    const before = await newest();
    let chunks = 0;
    const dying = await connect();
    const death = turn({
      client: dying,
      rowsPerChunk: 10,
      onChunk: () => {
        chunks += 1;
        if (chunks === 3) throw new Error("killed");
      },
    });
    await expect(death).rejects.toThrow("killed");
    await dying.close();
    expect((await newest()).number).toBe(before.number);
    const middle = await connect();
    let queries = 0;
    const cut: KeeperClient = {
      ...middle,
      query: (text, values) => {
        queries += 1;
        if (queries > 14 && /insert into proof_tile/.test(text)) {
          return middle.close().then(() => Promise.reject(new Error("cut")));
        }
        return middle.query(text, values);
      },
    };
    await expect(turn({ client: cut, rowsPerChunk: 10 })).rejects.toThrow();
    await turn({ rowsPerChunk: 10 });
    const after = await newest();
    expect(sizeIn(after.checkpoint, "journal/0")).toBe(await countOf("journal"));
    const from = sizeIn(before.checkpoint, "journal/0");
    const to = sizeIn(after.checkpoint, "journal/0");
    const path = await log.consistency({ log: "journal/0", from, to });
    const roots = { fromRoot: rootIn(before, "journal/0"), toRoot: rootIn(after, "journal/0") };
    expect(isExtension({ from, to, path, ...roots })).toBe(true);
  });

  it("two keepers on one database take turns", async () => {
    await liveOn(30);
    const other = await connect();
    const { number } = await newest();
    let rival: Promise<unknown> | null = null;
    await turn({
      rowsPerChunk: 10,
      onChunk: () => {
        rival ??= turn({ client: other });
      },
    });
    expect(await rival).toBeNull();
    expect((await newest()).number).toBe(number + 1);
    const { atMs } = await newest();
    expect(await turn({ client: other, span: { fromMs: atMs, untilMs: atMs + 1 } })).toBeNull();
    await other.close();
  });

  it("F10: goes on at once when the clock stood an hour ahead and was set back", async () => {
    const MINUTE_MS = 60_000;
    const nowMs = exchange.clock.now();
    const ahead = await turn({ nowMs: () => nowMs + 60 * MINUTE_MS });
    expect(ahead?.atMs).toBe(nowMs + 60 * MINUTE_MS);
    for (let nth = 1; nth <= 3; nth += 1) {
      const fromMs = nowMs + nth * MINUTE_MS;
      const span = { fromMs, untilMs: fromMs + MINUTE_MS };
      const next = await turn({ nowMs: () => fromMs, span });
      // Times of checkpoints never go back.
      expect(next).toMatchObject({ number: (ahead?.number ?? 0) + nth, atMs: ahead?.atMs });
    }
  });
});

describe("a past that was changed", () => {
  it("H07: tiles only grow, whoever asks", async () => {
    await turn();
    const owner = new pg.Client({ connectionString: exchange.test.ownerUrl });
    await owner.connect();
    const change = `update proof_tile set hashes = overlay(hashes placing '\\x00' from 1 for 1)`;
    await expect(owner.query(change)).rejects.toThrow(/only grows/);
    await expect(owner.query("delete from proof_tile")).rejects.toThrow(/append-only/);
    await expect(owner.query("delete from proof_checkpoint")).rejects.toThrow(/append-only/);
    await expect(client.query("update proof_key set generation = 9")).rejects.toThrow(/denied/);
    await owner.end();
  });

  it("H07: nothing is signed over a journal row that was changed before it was taken", async () => {
    const { number } = await newest();
    await liveOn(3);
    const owner = new pg.Client({ connectionString: exchange.test.ownerUrl });
    await owner.connect();
    const newestRow = "shard = 0 and seq = (select max(seq) - 1 from journal)";
    const at = async (step: number) => {
      await owner.query("set session_replication_role = replica");
      await owner.query(`update journal set at_ms = at_ms + ${step} where ${newestRow}`);
    };
    await at(1);
    await expect(turn()).rejects.toThrow(LogBroken);
    expect((await newest()).number).toBe(number);
    await at(-1);
    await owner.end();
    await turn();
    expect((await newest()).number).toBe(number + 1);
  });
});

describe("a tape that is let go of", () => {
  it("goes on after what was let go of before it was taken; leaves stay", async () => {
    const DAY_MS = 86_400_000;
    await turn();
    const size = sizeIn((await newest()).checkpoint, "tape");
    const seq = exchange.sequencer().newestQuote(EURUSD)?.seq ?? 0;
    // The clock of the exchange stands in the past: its days can be let go of.
    await exchange.test.database.transaction().execute(async (trx) => {
      const day = new Date(exchange.clock.now()).toISOString().slice(0, 10);
      await sql`select make_tape_room(${day}::date, 4)`.execute(trx);
    });
    exchange.clock.advance(DAY_MS + 1);
    exchange.quote(EURUSD, 110_500, 110_510);
    exchange.clock.advance(DAY_MS);
    exchange.quote(EURUSD, 110_600, 110_610);
    await exchange.sequencer().storeTape([EURUSD]);
    const before = exchange.clock.now() - DAY_MS / 2;
    const owner = new pg.Client({ connectionString: exchange.test.ownerUrl });
    await owner.connect();
    const dropped = await owner.query("select retire_tape($1)", [before]);
    await owner.end();
    await turn();
    const stored = await newest();
    expect(sizeIn(stored.checkpoint, "tape")).toBeGreaterThan(size);
    const last = exchange.sequencer().newestQuote(EURUSD)?.seq ?? 0;
    const now = { marketId: EURUSD, size: sizeIn(stored.checkpoint, "tape") };
    expect(await log.tapePiece({ ...now, seq: last })).not.toBeNull();
    expect(dropped.rowCount).toBeGreaterThan(0);
    expect(await countOf("proof_tape_leaf")).toBe(now.size);
    expect(seq).toBeLessThan(last);
  });
});
