// Shards are divided among two engines, then four, then three, while people trade: they move one by
// one, nobody's order is lost or doubled, and nobody waits longer than for a hand-over. An engine
// that dies is replaced on its seat by one that has none.

import { setTimeout as sleep } from "node:timers/promises";
import { accountId, marketId } from "@truetick/engine";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { marketOrder } from "../testing/bare-exchange.ts";
import { type EngineNodes, type Node, openEngineNodes } from "../testing/engine-nodes.ts";
import { forgeRow } from "../testing/forge-row.ts";
import type { TradingEngine } from "../trading-engine.ts";
import type { TradingView } from "../trading-face.ts";

const SHARDS = 6;
const ENGINES = 5;
const TRADERS = 18;
const TIMEOUT_MS = 120_000;
const CALM_MS = 1_000;
const LOOK_EVERY_MS = 10;
const DIVIDED_WITHIN_MS = 30_000;

let nodes: EngineNodes;
beforeEach(async () => {
  nodes = await openEngineNodes(SHARDS);
});
afterEach(() => nodes.close(), TIMEOUT_MS);

type Engines = readonly Node<TradingEngine>[];

async function start(): Promise<{ engines: Engines; view: Node<TradingView> }> {
  await nodes.feed();
  const engines: Node<TradingEngine>[] = [];
  for (let count = 0; count < ENGINES; count += 1) engines.push(await nodes.engine());
  await divide(engines, 2);
  return { engines, view: await nodes.view() };
}

async function until(isSo: () => boolean): Promise<void> {
  const endMs = performance.now() + DIVIDED_WITHIN_MS;
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`not within ${DIVIDED_WITHIN_MS} ms`);
    await sleep(LOOK_EVERY_MS);
  }
}

async function setSeats(seats: number): Promise<void> {
  const owner = new pg.Client({ connectionString: nodes.storage.ownerUrl });
  await owner.connect();
  await owner.query("select set_seats($1)", [seats]).finally(() => owner.end());
}

/** Tells the database, as an operator would, and waits until it is so. */
async function divide(engines: Engines, seats: number): Promise<void> {
  await setSeats(seats);
  const most = Math.ceil(SHARDS / seats);
  await until(() => {
    const loads = hostedBy(engines).filter((load) => load > 0);
    return loads.length === seats && sumOf(loads) === SHARDS && Math.max(...loads) === most;
  });
}

/** How many shards trade in each engine. */
function hostedBy(engines: Engines, status = "trading"): number[] {
  return engines.map(({ shards }) => shards().filter(({ engine }) => engine === status).length);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

type Trading = { readonly acknowledged: Set<number>; longestMs: number };

/** Each opens one order after another, asking again under the same key until it is answered. */
function trade({ sequencer, markets }: TradingView): () => Promise<Trading> {
  const [market] = markets.all;
  if (!market) throw new Error("Invariant: there are markets");
  const wanted = {
    marketId: marketId(Number(market.id)),
    lots: market.lotsMin,
    leverage: Math.max(...market.leverages),
  };
  const trading: Trading = { acknowledged: new Set(), longestMs: 0 };
  let isOver = false;
  async function ask(submit: () => ReturnType<typeof sequencer.submit>) {
    const askedAt = performance.now();
    for (;;) {
      const outcome = await submit();
      const isUnknown =
        !outcome.isAccepted && ["UNAVAILABLE", "OUTCOME_UNKNOWN"].includes(outcome.refusal.reason);
      if (!isUnknown) {
        trading.longestMs = Math.max(trading.longestMs, performance.now() - askedAt);
        return outcome;
      }
      await sleep(LOOK_EVERY_MS);
    }
  }
  async function run(owner: number): Promise<void> {
    const id = accountId(owner);
    const account = { type: "OpenAccount", accountId: id, ownerId: owner, book: "demo" } as const;
    await ask(() => sequencer.submit(account, { ownerId: owner, key: "open", payload: "" }));
    for (let count = 0; !isOver; count += 1) {
      const key = { ownerId: owner, key: `order ${count}`, payload: "" };
      const outcome = await ask(() => sequencer.submit(marketOrder(id, wanted), key));
      for (const event of outcome.isAccepted ? outcome.events : []) {
        if (event.type === "OrderOpened") trading.acknowledged.add(event.orderId);
      }
      await sleep(25);
    }
  }
  const runs = Array.from({ length: TRADERS }, (_, index) => run(index + 1));
  return async () => {
    isOver = true;
    await Promise.all(runs);
    return trading;
  };
}

async function storedOrders(): Promise<number[]> {
  const { rows } = await sql<{ id: string }>`
    select order_id::text as id from trade_order`.execute(nodes.storage.database);
  return rows.map(({ id }) => Number(id)).sort((left, right) => left - right);
}

async function expectWhole({ acknowledged }: Trading): Promise<void> {
  await nodes.stop();
  expect(await storedOrders()).toEqual([...acknowledged].sort((left, right) => left - right));
  expect(await brokenInvariants(nodes.storage.ownerUrl)).toEqual({});
}

describe("the shards", () => {
  it(
    "move between two, four and three engines while everybody trades",
    async () => {
      const { engines, view } = await start();
      const finish = trade(view);
      await sleep(CALM_MS);
      for (const seats of [4, 3]) {
        await divide(engines, seats);
        await sleep(CALM_MS);
      }
      const trading = await finish();
      console.log(
        `2, 4, 3 engines: ${trading.acknowledged.size} orders, nobody waited longer than ` +
          `${Math.round(trading.longestMs)} ms`,
      );
      expect(trading.acknowledged.size).toBeGreaterThan(TRADERS);
      await expectWhole(trading);
    },
    TIMEOUT_MS,
  );

  it(
    "of an engine that dies go together to one that stood by",
    async () => {
      const { engines, view } = await start();
      const finish = trade(view);
      await sleep(CALM_MS);
      const dying = engines.find(({ shards }) => shards().length > 0);
      dying?.kill();
      const others = engines.filter((engine) => engine !== dying);
      await until(() => {
        const loads = hostedBy(others).filter((load) => load > 0);
        return loads.length === 2 && sumOf(loads) === SHARDS;
      });
      await sleep(CALM_MS);
      await expectWhole(await finish());
    },
    TIMEOUT_MS,
  );

  it(
    "T86: stay where they halted, and nobody else trades on what was forged",
    async () => {
      const { engines, view } = await start();
      await trade(view)();
      for (let shard = 0; shard < SHARDS; shard += 1) {
        await forgeRow({ test: nodes.storage }, accountId(1), shard);
      }
      await Promise.all(
        Array.from({ length: TRADERS }, (_, index) =>
          view.sequencer.submit(marketOrder(accountId(index + 1), { marketId: marketId(1) })),
        ),
      );
      await until(() => sumOf(hostedBy(engines, "halted")) === SHARDS);
      await setSeats(4);
      await sleep(3 * CALM_MS);
      expect(sumOf(hostedBy(engines))).toBe(0);
      expect(sumOf(hostedBy(engines, "halted"))).toBe(SHARDS);
    },
    TIMEOUT_MS,
  );
});
