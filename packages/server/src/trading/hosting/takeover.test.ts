// Several engines on one database: the writer of the tape is lost in the middle of ticks and of
// orders that name them, the speaking feed is lost, messages are lost. Afterwards the tape has no
// gap and no number with two prices, every quote that somebody heard or was filled at is on it
// (inv17, inv18), and whoever followed shows what the tape says.

import { setTimeout as sleep } from "node:timers/promises";
import { accountId, marketId } from "@truetick/engine";
import { CHAIN_GENESIS, chainHash, pieceRecord, readRun } from "@truetick/proof";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { followTapeStream } from "../tape/follow-tape.ts";
import { readRecall, TAPE_RECALL, toBytes } from "../tape/tape-words.ts";
import { marketOrder } from "../testing/bare-exchange.ts";
import { type EngineNodes, type Node, openEngineNodes } from "../testing/engine-nodes.ts";
import type { TradingEngine } from "../trading-engine.ts";
import type { TradingView } from "../trading-face.ts";

const TIMEOUT_MS = 60_000;
const SHARDS = 2;

let nodes: EngineNodes;
beforeEach(async () => {
  nodes = await openEngineNodes(SHARDS);
});
afterEach(() => nodes.close(), TIMEOUT_MS);

async function until(isSo: () => boolean, withinMs = 20_000): Promise<number> {
  const startedAt = performance.now();
  while (!isSo()) {
    if (performance.now() - startedAt > withinMs) throw new Error(`not within ${withinMs} ms`);
    await sleep(10);
  }
  return performance.now() - startedAt;
}

const owns = (engine: Node<TradingEngine>, shard: number) =>
  engine.shards().some((one) => one.shard === shard && one.engine === "trading");

type Seen = Map<string, string>;

/** Everything that a bystander hears of the tape, by market and number. */
async function watchTape(): Promise<{ seen: Seen; forks: () => number; stop: () => void }> {
  const seen: Seen = new Map();
  const { bus, storage } = nodes;
  const stream = await followTapeStream({
    bus,
    database: storage.database,
    log: createLog("fatal"),
  });
  let forks = 0;
  stream.onForked(() => {
    forks += 1;
  });
  stream.follow((input) => {
    if (input.type === "MarkStale") return;
    const key = `${input.marketId}/${input.seq}`;
    expect(seen.has(key)).toBe(false);
    seen.set(key, `${input.bid}/${input.ask}`);
  });
  return { seen, forks: () => forks, stop: stream.stop };
}

/** The stored tape by market and number; insists on numbers and links. */
async function readStored(): Promise<Seen> {
  const pieces = await nodes.storage.database
    .selectFrom("tape_piece")
    .selectAll()
    .orderBy("market_id")
    .orderBy("first_seq")
    .execute();
  const stored: Seen = new Map();
  const heads = new Map<number, { seq: number; hash: Uint8Array }>();
  for (const { market_id, first_seq, last_seq, quotes, hash } of pieces) {
    const head = heads.get(market_id) ?? { seq: 0, hash: CHAIN_GENESIS };
    const [firstSeq, lastSeq] = [Number(first_seq), Number(last_seq)];
    expect(firstSeq).toBe(head.seq + 1);
    const record = pieceRecord({ marketId: market_id, firstSeq, lastSeq, packed: quotes });
    const link = chainHash(head.hash, record);
    expect(hash.equals(link)).toBe(true);
    for (const [index, { bid, ask }] of readRun(quotes).entries()) {
      stored.set(`${market_id}/${firstSeq + index}`, `${bid}/${ask}`);
    }
    heads.set(market_id, { seq: lastSeq, hash: link });
  }
  return stored;
}

/** Opens positions one after another on both shards until told to stop; answers how many. */
function trade({ sequencer, markets }: TradingView): () => Promise<number> {
  const [market] = markets.all;
  if (!market) throw new Error("Invariant: there are markets");
  const wanted = {
    marketId: marketId(Number(market.id)),
    lots: market.lotsMin,
    leverage: Math.max(...market.leverages),
  };
  let isOver = false;
  let filled = 0;
  async function run(owner: number): Promise<void> {
    const id = accountId(owner);
    const account = { type: "OpenAccount", accountId: id, ownerId: owner, book: "demo" } as const;
    await sequencer.submit(account, { ownerId: owner, key: "open", payload: "" });
    for (let count = 0; !isOver; count += 1) {
      const key = { ownerId: owner, key: `order ${count}`, payload: "" };
      const outcome = await sequencer.submit(marketOrder(id, wanted), key);
      if (outcome.isAccepted) filled += 1;
      await sleep(15);
    }
  }
  const runs = Array.from({ length: 6 }, (_, index) => run(index + 1));
  return async () => {
    isOver = true;
    await Promise.all(runs);
    return filled;
  };
}

describe("the writer of the tape is lost", () => {
  it(
    "the next one's tape has no gap, no number twice with another price, every named quote",
    async () => {
      await nodes.feed();
      const first = await nodes.engine();
      await until(() => owns(first, 0));
      const second = await nodes.engine();
      await until(() => owns(second, 1));
      const standby = await nodes.engine();
      const view = await nodes.view();
      const { seen, forks, stop } = await watchTape();
      await until(() => seen.size > 50);
      const finish = trade(view);
      await sleep(1_000);
      const heardBefore = seen.size;
      first.kill();
      const tookMs = await until(() => owns(standby, 0));
      await until(() => seen.size > heardBefore + 50);
      await sleep(500);
      const filled = await finish();
      stop();
      await nodes.stop();
      const stored = await readStored();
      for (const [key, prices] of seen)
        expect(`${key} ${stored.get(key)}`).toBe(`${key} ${prices}`);
      expect(filled).toBeGreaterThan(20);
      expect(forks()).toBe(0);
      // The drills measure how long it takes; here it only must not wait for anything.
      expect(tookMs).toBeLessThan(10_000);
      expect(await brokenInvariants(nodes.storage.ownerUrl)).toEqual({});
    },
    TIMEOUT_MS,
  );
});

describe("the writer of the tape is lost together with the line", () => {
  it(
    "the next one waits for the line, and hears from others what was told",
    async () => {
      await nodes.feed();
      const first = await nodes.engine();
      await until(() => owns(first, 0));
      const standby = await nodes.engine();
      const { seen, forks, stop } = await watchTape();
      await until(() => seen.size > 50);
      nodes.bus.cut();
      first.kill();
      await sleep(4_000);
      nodes.bus.mend();
      const heardBefore = seen.size;
      await until(() => owns(standby, 0));
      await until(() => seen.size > heardBefore + 20);
      stop();
      await nodes.stop();
      const stored = await readStored();
      for (const [key, prices] of seen)
        expect(`${key} ${stored.get(key)}`).toBe(`${key} ${prices}`);
      expect(forks()).toBe(0);
      expect(await brokenInvariants(nodes.storage.ownerUrl)).toEqual({});
    },
    TIMEOUT_MS,
  );
});

describe("what was heard last cannot be told again", () => {
  it(
    "nothing is quoted until it can",
    async () => {
      const { bus } = nodes;
      const broken = { marketId: 1, seq: 1, bid: 110_010, ask: 110_000, atMs: 1, epoch: 1 };
      let asked = 0;
      const stop = bus.subscribe(TAPE_RECALL, ({ bytes }) => {
        asked += 1;
        bus.publish(readRecall(bytes).inbox, toBytes([broken]));
      });
      await nodes.feed();
      const engine = await nodes.engine();
      await until(() => asked > 1 || owns(engine, 0));
      expect(owns(engine, 0)).toBe(false);
      stop();
      await until(() => owns(engine, 0));
    },
    TIMEOUT_MS,
  );
});

describe("the speaking feed is lost", () => {
  it(
    "the one that listened in silence speaks, and the tape goes on without a gap",
    async () => {
      const speaking = await nodes.feed();
      await until(() => speaking.isSpeaking());
      const silent = await nodes.feed();
      const engine = await nodes.engine();
      await until(() => owns(engine, 0));
      const { seen, forks, stop } = await watchTape();
      await until(() => seen.size > 50);
      expect(silent.isSpeaking()).toBe(false);
      speaking.kill();
      await until(() => silent.isSpeaking(), 5_000);
      const heardBefore = seen.size;
      const silentMs = await until(() => seen.size > heardBefore);
      await until(() => seen.size > heardBefore + 50);
      stop();
      await nodes.stop();
      const stored = await readStored();
      for (const [key, prices] of seen) expect(stored.get(key)).toBe(prices);
      expect(forks()).toBe(0);
      expect(silentMs).toBeLessThan(1_000);
      expect(await brokenInvariants(nodes.storage.ownerUrl)).toEqual({});
    },
    TIMEOUT_MS,
  );
});
