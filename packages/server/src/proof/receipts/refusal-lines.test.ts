// Refusals in the file of receipts and in the archive: each of the account once, however many come
// while the file is read, and however many other accounts of the same owner have.

import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";
import { archiveLines } from "../archive/archive-lines.ts";
import { planArchive } from "../archive/archive-plan.ts";
import { keepLogs } from "../log/keep-logs.ts";
import { connectKeeper, type KeeperClient } from "../log/keeper-client.ts";
import { deriveSaltKey, openKey } from "../log/proof-keys.ts";
import { createProofLog, type ProofLog } from "../log/proof-log.ts";
import { receiptLines } from "./receipt-lines.ts";

const SEAL_KEY = Buffer.alloc(32, 6);
const SALT_KEY = deriveSaltKey(SEAL_KEY);
const ISSUER = { build: "test", mode: "SIMULATED", origin: "http://localhost" } as const;
const TOO_LARGE = { type: 1, cont: "40", forex_id: 1, status: 1, multiple: 30 };
/** More than one page of either file. */
const OWN = 250;
/** More than were once looked at of an owner. */
const OTHERS = 10_050;
const OTHER_ACCOUNT = 999_999;
const RUN_TIMEOUT_MS = 120_000;

let floor: TradingFloor;
let client: KeeperClient;
let log: ProofLog;
let trader: Trader;

beforeAll(async () => {
  floor = await openTradingFloor();
  const { database, appUrl } = floor.test;
  client = await connectKeeper({ url: appUrl, role: null }, () => undefined);
  const nowMs = floor.clock.now();
  const signer = await openKey(database, { sealKey: SEAL_KEY, generation: 1, nowMs });
  log = createProofLog({ database, signer, saltKey: SALT_KEY });
}, RUN_TIMEOUT_MS);
afterAll(async () => {
  await client.close();
  await floor.close();
});

beforeEach(async () => {
  trader = await floor.openReal("100");
  floor.quote("EURUSD", "1.10000", "1.10010");
  const key = { "idempotency-key": trader.userId.padStart(16, "0") };
  await trader.post("/v1/api/forex/submit", TOO_LARGE, key);
  await repeat(OWN - 1, null);
  await checkpoint();
});

/** The trader's first refusal over again, of that account or of another. */
async function repeat(times: number, account: number | null): Promise<void> {
  await sql`
    insert into refusal (shard, at_ms, owner_id, account_id, command, refusal)
    select shard, at_ms, owner_id, coalesce(${account}::bigint, account_id), command, refusal
    from (select * from refusal where owner_id = ${BigInt(trader.userId)} order by number limit 1) r
    cross join generate_series(1, ${times}::integer)`.execute(floor.test.database);
}

async function checkpoint(): Promise<void> {
  await floor.sequencer().storeTape([]);
  const nowMs = () => floor.clock.now();
  await keepLogs({ client, signer: log.signer, saltKey: SALT_KEY, ...ISSUER, nowMs });
}

type Row = { readonly log: string; readonly seq: number };

/** Numbers of the refusals that a file shows; `onFirst` happens when the first has been read. */
async function refusalsIn(
  lines: AsyncIterable<string>,
  rowOf: (line: string) => Row | undefined,
  onFirst: () => Promise<void>,
): Promise<readonly number[]> {
  const seqs: number[] = [];
  for await (const line of lines) {
    const row = rowOf(line);
    if (row?.log !== "refusal") continue;
    seqs.push(row.seq);
    if (seqs.length === 1) await onFirst();
  }
  return seqs;
}

async function callerOf() {
  const caller = await floor.members().findCaller(trader.token);
  if (!caller) throw new Error("the session is there");
  return caller;
}

const FILES: Record<string, (onFirst: () => Promise<void>) => Promise<readonly number[]>> = {
  "the file of receipts": async (onFirst) => {
    const lines = receiptLines(needsOf(), { caller: await callerOf(), since: null });
    return refusalsIn(lines, (line) => JSON.parse(line).body.evidence?.row, onFirst);
  },
  "the archive": async (onFirst) => {
    const { accountId } = await callerOf();
    const plan = await planArchive(needsOf(), { accountId, since: null });
    if (!plan) throw new Error("the account is under the checkpoint");
    const lines = archiveLines(needsOf(), plan);
    return refusalsIn(lines, (line) => JSON.parse(line).body.row, onFirst);
  },
};

function needsOf() {
  const { database } = floor.test;
  return { database, log, issuer: ISSUER, everyMs: 60_000, nowMs: () => floor.clock.now() };
}

describe.each(Object.entries(FILES))("refusals in %s", (_, read) => {
  it("are there once each, oldest first, though another comes meanwhile", async () => {
    const seqs = await read(async () => {
      await repeat(1, null);
      await checkpoint();
    });
    expect(seqs.length).toBe(OWN);
    expect(seqs).toEqual([...new Set(seqs)].sort((left, right) => left - right));
  });

  it(
    "are all there, however many another account of the owner has since",
    async () => {
      await repeat(OTHERS, OTHER_ACCOUNT);
      await checkpoint();
      const seqs = await read(async () => undefined);
      expect(seqs.length).toBe(OWN);
    },
    RUN_TIMEOUT_MS,
  );
});
