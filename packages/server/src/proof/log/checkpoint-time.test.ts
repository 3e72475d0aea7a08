// The time of a checkpoint: no quote that it has came later, however long the keeper was at it.
// Whoever checks an archive takes a house that says otherwise for a liar (H03).

import { afterAll, beforeAll, expect, it } from "vitest";
import {
  EURUSD,
  type Exchange,
  marketOrder,
  openExchange,
} from "../../trading/testing/bare-exchange.ts";
import { keepLogs } from "./keep-logs.ts";
import { connectKeeper, type KeeperClient } from "./keeper-client.ts";
import { deriveSaltKey, openKey } from "./proof-keys.ts";
import { createProofLog, type ProofLog, type StoredCheckpoint, sizeIn } from "./proof-log.ts";

const SEAL_KEY = Buffer.alloc(32, 13);
const SALT_KEY = deriveSaltKey(SEAL_KEY);
/** What whoever checks allows for. */
const HEARD_WITHIN_MS = 1_000;

let exchange: Exchange;
let client: KeeperClient;
let log: ProofLog;

beforeAll(async () => {
  exchange = await openExchange();
  const { test, clock } = exchange;
  client = await connectKeeper({ url: test.appUrl, role: null }, () => undefined);
  const own = { sealKey: SEAL_KEY, generation: 1, nowMs: clock.now() };
  const signer = await openKey(test.database, own);
  log = createProofLog({ database: test.database, signer, saltKey: SALT_KEY });
});
afterAll(async () => {
  await client.close();
  await exchange.close();
});

type OfTurn = Pick<Parameters<typeof keepLogs>[0], "rowsPerChunk" | "onChunk">;

async function turn(own: OfTurn = {}): Promise<StoredCheckpoint> {
  const issuer = { build: "test", mode: "SIMULATED", origin: "http://localhost" } as const;
  const nowMs = () => exchange.clock.now();
  await keepLogs({ client, signer: log.signer, saltKey: SALT_KEY, ...issuer, nowMs, ...own });
  const found = await log.newest();
  if (!found) throw new Error("there is a checkpoint");
  return found;
}

async function quote(bid: number): Promise<void> {
  exchange.quote(EURUSD, bid, bid + 10);
  await exchange.sequencer().storeTape([EURUSD]);
}

/** When the youngest quote came that a checkpoint has. */
async function youngestIn({ checkpoint }: StoredCheckpoint): Promise<number> {
  const [row] = await client.query<{ atMs: number }>(
    `select max(p.last_at_ms) as "atMs" from proof_tape_leaf l
     join tape_piece p on p.market_id = l.market_id and p.first_seq = l.first_seq
     where l.leaf_index < $1`,
    [sizeIn(checkpoint, "tape")],
  );
  return row?.atMs ?? Number.NaN;
}

async function piecesStored(): Promise<number> {
  const [row] = await client.query<{ count: number }>("select count(*) from tape_piece");
  return row?.count ?? 0;
}

it("H03: a turn that takes long has what was there when it began; the next one the rest", async () => {
  const account = await exchange.openAccount("demo");
  for (let time = 0; time < 30; time += 1) {
    exchange.clock.advance(250);
    await quote(110_000 + time);
    await exchange.sequencer().submit(marketOrder(account));
  }
  let chunks = 0;
  const slow = await turn({
    rowsPerChunk: 10,
    onChunk: async () => {
      chunks += 1;
      if (chunks > 1) return;
      exchange.clock.advance(3_000);
      await quote(110_100);
    },
  });
  expect(chunks).toBeGreaterThan(1);
  expect(await youngestIn(slow)).toBeLessThanOrEqual(slow.checkpoint.atMs + HEARD_WITHIN_MS);
  expect(sizeIn(slow.checkpoint, "tape")).toBe((await piecesStored()) - 1);
  expect(sizeIn((await turn()).checkpoint, "tape")).toBe(await piecesStored());
});
