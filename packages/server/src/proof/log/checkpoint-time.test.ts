// The time of a checkpoint: no quote that it has came later, however long the keeper was at it and
// whatever the wall clock did (F10), and its key was in use then. Whoever checks an archive takes a
// house that says otherwise for a liar (H03).

import { openCheckpoint } from "@truetick/proof";
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
const MINUTE_MS = 60_000;

let exchange: Exchange;
let client: KeeperClient;
let log: ProofLog;

beforeAll(async () => {
  exchange = await openExchange();
  const { test } = exchange;
  client = await connectKeeper({ url: test.appUrl, role: null }, () => undefined);
  await signWith(1);
});
afterAll(async () => {
  await client.close();
  await exchange.close();
});

async function signWith(generation: number): Promise<void> {
  const { clock, test } = exchange;
  const { database } = test;
  const own = { sealKey: SEAL_KEY, generation, nowMs: clock.now() };
  log = createProofLog({ database, signer: await openKey(database, own), saltKey: SALT_KEY });
}

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

it("H03: a long turn has what was there when it began; the next one has the rest", async () => {
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

it("F10: is not before what it has, when the clock was set back an hour", async () => {
  exchange.clock.jumpWall(60 * MINUTE_MS);
  await quote(110_200);
  await turn();
  exchange.clock.advance(MINUTE_MS / 2);
  await quote(110_300);
  exchange.clock.jumpWall(-60 * MINUTE_MS);
  for (let minute = 0; minute < 3; minute += 1) {
    exchange.clock.advance(MINUTE_MS);
    // The tape goes on from where it was.
    await quote(110_400 + minute);
    const stored = await turn();
    expect(sizeIn(stored.checkpoint, "tape")).toBe(await piecesStored());
    expect(await youngestIn(stored)).toBeLessThanOrEqual(stored.checkpoint.atMs + HEARD_WITHIN_MS);
  }
});

it("F10: is in the time of its key, when the clock was set back after that was added", async () => {
  exchange.clock.advance(120 * MINUTE_MS);
  await signWith(2);
  exchange.clock.jumpWall(-MINUTE_MS);
  expect(await openCheckpoint(await turn(), await log.keys())).not.toHaveProperty("fault");
});
