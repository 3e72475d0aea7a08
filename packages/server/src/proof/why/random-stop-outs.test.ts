// Seeded stop-outs through the real sequencer on a real database (H12, P08): random positions,
// rules, gaps and closed markets. Every figure of every explanation is held against the engine's
// events and against trying by hand; what is said to have avoided it is tried, and so is a little
// less of it.

import type { Why, WhyAvoided, WhyStep } from "@truetick/contract/proof";
import {
  type AccountId,
  type Event,
  marketId,
  NO_LIMITS,
  type StoppedOut,
  type TakeQuote,
} from "@truetick/engine";
import { isLevelAtMost, lots, money } from "@truetick/money";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createMarketDirectory } from "../../trading/markets/market-directory.ts";
import {
  accept,
  type Exchange,
  GOLD,
  marketOrder,
  openExchange,
} from "../../trading/testing/bare-exchange.ts";
import { suffices, withFewerLots } from "./avoid-stop-out.ts";
import { explainOrder } from "./explain-order.ts";
import { findOrder } from "./find-order.ts";
import { decideAgain, type Scene, valueScene } from "./scene.ts";
import { namedBy, readHeldAt, readScene } from "./scene-reader.ts";
import {
  type BruteInput,
  bruteStopOut,
  FLOOR,
  type PlainMarket,
} from "./testing/brute-stop-out.ts";
import { ownEvents, readRow } from "./why-row.ts";

/** Many more with FULL=1. */
const ROUNDS = process.env.FULL === undefined ? 24 : 400;
const MARKETS: Readonly<Record<string, PlainMarket>> = {
  "1": FLOOR["1"] as PlainMarket,
  "2": FLOOR["2"] as PlainMarket,
  "3": FLOOR["6"] as PlainMarket,
};
const START = { 1: [110_000, 10], 2: [149_490, 10], 3: [265_000, 30] } as const;
const IDS = [1, 2, 3] as const;

const directory = createMarketDirectory([
  { id: "1", code: "EURUSD", displayCode: "EUR/USD", pricePrecision: 5 },
  { id: "2", code: "USDJPY", displayCode: "USD/JPY", pricePrecision: 3 },
  { id: "3", code: "XAUUSD", displayCode: "XAU/USD", pricePrecision: 2 },
]);

let exchange: Exchange;
beforeAll(async () => {
  exchange = await openExchange();
});
afterAll(() => exchange.close());

/** A small generator: the same seed, the same day. */
function chanceOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Round = {
  readonly account: AccountId;
  readonly events: readonly Event[];
  readonly seq: number;
  readonly evidence: StoppedOut;
};

const parts = () => {
  const { read, storeTape } = exchange.sequencer();
  return { database: exchange.test.database, read, storeTape, directory };
};

function give(id: 1 | 2 | 3, bid: number): void {
  exchange.clock.advance(7);
  exchange.quote(id, bid, bid + START[id][1]);
}

function quoteAll(): void {
  for (const id of IDS) give(id, START[id][0]);
}

async function openRandom(account: AccountId, draw: (below: number) => number): Promise<void> {
  const sequencer = exchange.sequencer();
  for (let count = 3 + draw(3); count > 0; count -= 1) {
    exchange.clock.advance(5);
    const id = IDS[draw(3)] ?? 1;
    const leverage = id === GOLD ? 20 : (([30, 100] as const)[draw(2)] ?? 100);
    const order = marketOrder(account, {
      marketId: marketId(id),
      side: draw(2) === 0 ? "buy" : "sell",
      lots: lots(100 * (1 + draw(id === GOLD ? 20 : 90))),
      leverage,
    });
    const outcome = await sequencer.submit(order);
    if (!outcome.isAccepted) continue;
    if (draw(4) === 0) {
      const [opened] = outcome.events.filter((event) => event.type === "OrderOpened");
      if (opened && opened.lots > 200) {
        const reason = "user" as const;
        const close = { type: "CloseOrder", accountId: account, reason, lots: lots(100) } as const;
        await accept(sequencer, { ...close, orderId: opened.orderId });
      }
    }
  }
  if (draw(2) === 0) {
    const target = marketOrder(account, { lots: lots(100), target: 90_000 as never });
    await sequencer.submit(target);
  }
}

/** Moves prices ever further until somebody is stopped out. */
async function strike(account: AccountId, draw: (below: number) => number): Promise<Round | null> {
  const found: Round[] = [];
  const stop = exchange.sequencer().subscribe(({ seq, events }) => {
    const evidence = events.find((event): event is StoppedOut => {
      return event.type === "StoppedOut" && event.accountId === account;
    });
    if (evidence) found.push({ account, events, seq, evidence });
  });
  const shut = draw(3) === 0 ? marketId(IDS[draw(3)] ?? 1) : null;
  if (shut !== null) await session(shut, "closed");
  for (let push = 1; push <= 40 && found.length === 0; push += 1) {
    const id = IDS[draw(3)] ?? 1;
    const away = (draw(2) === 0 ? 1 : -1) * draw(push * (START[id][0] / 120));
    give(id, START[id][0] + Math.trunc(away));
    await exchange.sequencer().read(() => null);
  }
  stop();
  if (shut !== null) await session(shut, "open");
  return found[0] ?? null;
}

async function session(id: number, to: "open" | "closed"): Promise<void> {
  const command = { type: "SetMarketSession", marketId: marketId(id), session: to } as const;
  await accept(exchange.sequencer(), command);
}

const units = (text: string): bigint => BigInt(text.replace(".", ""));
const size = (text: string): bigint => BigInt(Math.round(Number(text) * 10_000));

function stepsOf<Kind extends WhyStep["kind"]>(why: Why, kind: Kind) {
  return why.steps.filter((step) => step.kind === kind) as Extract<WhyStep, { kind: Kind }>[];
}

async function sceneOf({ account, seq, evidence }: Round, orderId: number): Promise<Scene> {
  const row = await readRow(exchange.test.database, { shard: 0, seq });
  const order = await findOrder(exchange.test.database, { orderId, ownerId: account });
  if (!order) throw new Error("the order is known");
  const isIt = ({ type }: Event) => type === "StoppedOut";
  const held = await readHeldAt(parts(), { order, row }, isIt);
  const named = namedBy(evidence);
  return readScene(parts(), { order, row, held, named, isWhole: true });
}

function compareWithEvents(why: Why, { account, events, evidence }: Round): void {
  const [valued] = stepsOf(why, "valued");
  if (!valued) throw new Error("the account is valued");
  expect(units(valued.equity)).toBe(evidence.equity);
  expect(units(valued.used)).toBe(evidence.used);
  expect(units(valued.cash)).toBe(evidence.cash);
  const written = events.flatMap((event) =>
    (event.type === "OrderClosed" || event.type === "OrderReduced") &&
    event.accountId === account &&
    event.reason === "stop-out"
      ? [[String(event.orderId), BigInt(event.lots), event.profit, event.fill.seq]]
      : [],
  );
  const told = stepsOf(why, "closed").map(({ of, lots: closed, profit, seq }) => {
    return [of, size(closed), units(profit), seq];
  });
  expect(told).toEqual(written);
}

function compareWithTrying(why: Why, input: BruteInput): void {
  const brute = bruteStopOut(input);
  const [valued] = stepsOf(why, "valued");
  expect(units(valued?.equity ?? "")).toBe(brute.equity);
  expect(valued?.positions.map(({ order, profit }) => [order, units(profit)])).toEqual(
    brute.profits,
  );
  expect(stepsOf(why, "chosen").map(({ order }) => order)).toEqual(
    brute.closings.map(({ order }) => order),
  );
  expect(
    stepsOf(why, "closed").map(({ of, lots: closed, profit, after }) => {
      const { equity, used } = after ?? { equity: "", used: "" };
      return { order: of, lots: size(closed), profit: units(profit), equity, used };
    }),
  ).toMatchObject(
    brute.closings.map(({ order, lots: closed, profit }) => ({ order, lots: closed, profit })),
  );
  for (const [nth, closing] of brute.closings.entries()) {
    const after = stepsOf(why, "closed")[nth]?.after;
    expect(units(after?.equity ?? "")).toBe(closing.equity);
    expect(units(after?.used ?? "")).toBe(closing.used);
  }
  const [paid] = stepsOf(why, "protected");
  expect(units(paid?.amount ?? "0")).toBe(brute.protection);
}

/** Gives the engine the account with what is said to avoid it, and with a little less. */
function tryAvoided(avoided: WhyAvoided, scene: Scene, tick: TakeQuote): void {
  const rule = {
    stopOutOrder: "most-margin",
    isMarginCalled: true,
    silent: [],
    pending: [],
  } as const;
  const isStopped = (then: Scene) =>
    decideAgain(then, tick, rule).some(({ type }) => type === "StoppedOut");
  const value = valueScene(scene);
  if (!value) throw new Error("a scene of a stop-out is valued");
  if (avoided.kind === "funds") {
    const amount = units(avoided.amount);
    expect(isStopped({ ...scene, cash: money(scene.cash + amount) })).toBe(false);
    expect(isLevelAtMost(money(value.equity + amount - 1n), value.used, 50n)).toBe(true);
  }
  if (avoided.kind === "lots") {
    const position = scene.positions.find(({ orderId }) => String(orderId) === avoided.order);
    if (!position) throw new Error("the position is held");
    const fewer = Number(size(avoided.lots));
    expect(isStopped(withFewerLots(scene, position, fewer))).toBe(false);
    const less = valueScene(withFewerLots(scene, position, fewer - 100));
    if (fewer > 100 && less) expect(isLevelAtMost(less.equity, less.used, 50n)).toBe(true);
  }
  if (avoided.kind === "stop") {
    const position = scene.positions.find(({ orderId }) => String(orderId) === avoided.order);
    if (!position) throw new Error("the position is held");
    const closedAt = Number(avoided.price.replace(".", ""));
    expect(suffices({ scene, value, position, closedAt })).toBe(true);
    const sign = position.side === "buy" ? 1 : -1;
    const quote = scene.quotes.find(({ marketId: id }) => id === position.marketId);
    const now = position.side === "buy" ? quote?.bid : quote?.ask;
    if (!avoided.jumped && closedAt !== now) {
      expect(suffices({ scene, value, position, closedAt: closedAt - sign })).toBe(false);
    }
  }
}

async function checkRound(round: Round, rule: "most-margin" | "most-losing"): Promise<string[]> {
  const { rows } = await sql<{ order_id: bigint }>`
    select order_id from trade_order
    where account_id = ${round.account} and journal_seq = ${round.seq}
      and end_reason = 'stop-out' and status = 'closed'
    order by order_id`.execute(exchange.test.database);
  const kinds = new Set<string>();
  const row = await readRow(exchange.test.database, { shard: 0, seq: round.seq });
  expect(ownEvents(row, round.account).length).toBeGreaterThan(1);
  for (const { order_id } of rows) {
    const asked = { orderId: Number(order_id), ownerId: round.account as number };
    const order = await findOrder(exchange.test.database, asked);
    const why = order && (await explainOrder(parts(), order));
    if (!why) throw new Error("what was closed is explained");
    expect(why.same).toBe(true);
    compareWithEvents(why, round);
    const scene = await sceneOf(round, asked.orderId);
    const shut = scene.markets.flatMap(({ terms, session: now }) =>
      now === "open" ? [] : [String(terms.marketId)],
    );
    compareWithTrying(why, {
      cash: round.evidence.cash,
      rule,
      markets: MARKETS,
      shut,
      positions: scene.positions.map((position) => ({
        order: String(position.orderId),
        market: String(position.marketId),
        isSell: position.side === "sell",
        lots: BigInt(position.lots),
        open: BigInt(position.openPrice),
        margin: position.margin,
      })),
      quotes: Object.fromEntries(
        round.evidence.quotes.map(({ marketId: id, bid, ask }) => {
          return [String(id), { bid: BigInt(bid), ask: BigInt(ask) }];
        }),
      ),
    });
    for (const avoided of why.avoided) tryAvoided(avoided, scene, row.command as TakeQuote);
    for (const { kind } of [...why.steps, ...why.avoided]) kinds.add(kind);
  }
  return [...kinds];
}

it("H12, P08: every random stop-out is told as it was decided, and what avoids it does", {
  timeout: 600_000,
}, async () => {
  const kinds = new Set<string>();
  let stopOuts = 0;
  for (let seed = 1; seed <= ROUNDS; seed += 1) {
    const draw = chanceOf(seed * 7_919);
    quoteAll();
    const account = await exchange.openAccount("real", 800 + draw(4_000));
    const rule = draw(3) === 0 ? "most-losing" : "most-margin";
    const limits = { ...NO_LIMITS, stopOutOrder: rule } as const;
    const dayEndsAtMs = exchange.clock.now() + 1;
    const set = { type: "SetLimits", accountId: account, limits, dayEndsAtMs } as const;
    if (rule === "most-losing") await accept(exchange.sequencer(), set);
    await openRandom(account, draw);
    const round = await strike(account, draw);
    if (!round) continue;
    stopOuts += 1;
    for (const kind of await checkRound(round, rule)) kinds.add(kind);
  }
  expect(stopOuts).toBeGreaterThan(ROUNDS / 2);
  for (const kind of ["chosen", "closed", "funds", "lots", "stop", "cancelled"]) {
    expect(kinds).toContain(kind);
  }
});
