// The tape of an archive on a real database: whatever an order was filled at is in it.

import { marketId } from "@truetick/engine";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { keepLogs } from "../log/keep-logs.ts";
import { connectKeeper, type KeeperClient } from "../log/keeper-client.ts";
import { deriveSaltKey, openKey } from "../log/proof-keys.ts";
import { createProofLog } from "../log/proof-log.ts";
import { planArchive } from "./archive-plan.ts";
import { tapeRuns } from "./tape-runs.ts";

const SEAL_KEY = Buffer.alloc(32, 5);
const SALT_KEY = deriveSaltKey(SEAL_KEY);
const ISSUER = { build: "test", mode: "SIMULATED", origin: "http://localhost" } as const;
const BUY = { type: 1, cont: "0.10", forex_id: 1, status: 1, multiple: 30 };

let floor: TradingFloor;
let client: KeeperClient;

beforeAll(async () => {
  floor = await openTradingFloor();
  client = await connectKeeper({ url: floor.test.appUrl, role: null }, () => undefined);
}, 60_000);
afterAll(async () => {
  await client.close();
  await floor.close();
});

it("has the quote of an order after which another quote came in the same millisecond", async () => {
  const { database } = floor.test;
  const trader = await floor.openReal("5000");
  floor.quote("EURUSD", "1.10000", "1.10010");
  const { Id } = (await trader.post("/v1/api/forex/submit", BUY)).data;
  floor.quote("EURUSD", "1.10001", "1.10011");
  await floor.sequencer().storeTape([marketId(1)]);
  const nowMs = () => floor.clock.now();
  const signer = await openKey(database, { sealKey: SEAL_KEY, generation: 1, nowMs: nowMs() });
  const log = createProofLog({ database, signer, saltKey: SALT_KEY });
  await keepLogs({ client, signer, saltKey: SALT_KEY, ...ISSUER, nowMs });
  const { rows } = await sql<{ account: number; tape: number; sameMs: boolean }>`
    select f.account_id::int as account, f.tape_seq::int as tape,
      exists (select from tape_piece p where p.market_id = 1 and p.first_seq = f.tape_seq + 1
        and p.first_at_ms = o.placed_at_ms) as "sameMs"
    from fill f join trade_order o using (order_id)
    where f.order_id = ${BigInt(Id)}`.execute(database);
  const [fill] = rows;
  expect(fill?.sameMs).toBe(true);
  const plan = await planArchive({ database, log }, { accountId: fill?.account ?? 0, since: null });
  if (!plan) throw new Error("the account is under the checkpoint");
  const shown: number[] = [];
  for await (const { pieces } of tapeRuns({ database, log }, plan)) {
    for (const { firstSeq, lastSeq } of pieces) {
      for (let seq = firstSeq; seq <= lastSeq; seq += 1) shown.push(seq);
    }
  }
  expect(shown).toContain(fill?.tape);
});

it("begins with what a slow shard may have taken for the newest quote", async () => {
  const { database } = floor.test;
  for (const bid of ["1.20000", "1.20001", "1.20002"]) {
    floor.clock.advance(900);
    floor.quote("EURUSD", bid, "1.20010");
    await floor.sequencer().storeTape([marketId(1)]);
  }
  const fromMs = floor.clock.now() + 50;
  const nowMs = () => floor.clock.now();
  const signer = await openKey(database, { sealKey: SEAL_KEY, generation: 1, nowMs: nowMs() });
  const log = createProofLog({ database, signer, saltKey: SALT_KEY });
  await keepLogs({ client, signer, saltKey: SALT_KEY, ...ISSUER, nowMs });
  const under = await log.newest();
  if (!under) throw new Error("there is a checkpoint");
  const stretches = [{ marketId: 1, fromMs, toMs: fromMs }];
  const whose = { accountId: 1, ownerId: 1, book: "real", since: null, shard: 1, seqs: [] };
  const shown: number[] = [];
  for await (const { pieces } of tapeRuns({ database, log }, { ...whose, under, stretches })) {
    shown.push(...pieces.map(({ firstSeq }) => firstSeq));
  }
  const { rows } = await sql<{ seq: number }>`
    select first_seq::int as seq from proof_tape_leaf where market_id = 1
    order by first_seq desc limit 3`.execute(database);
  expect(shown).toEqual(rows.map(({ seq }) => seq).reverse());
});
