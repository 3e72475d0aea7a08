// A month of a small house, by a seed: people open, close and are refused through the calls about
// orders, prices move and now and then while a request waits, stops fire, a crash ruins some, money
// is paid in, held, paid out, returned and adjusted. For the test that recomputes the public
// figures; what no journal knows of the month is written by month-paperwork.ts.

import type { CALLS } from "@truetick/contract/calls";
import { type AccountId, accountId } from "@truetick/engine";
import { formatLots, formatPrice, lots, money, price } from "@truetick/money";
import type { z } from "zod";
import { isRefused, type TraderContext } from "../../platform/handler.ts";
import { createLog } from "../../platform/log.ts";
import { cutAt } from "../../trading/exchange/new-york-cut.ts";
import { createMarketDirectory } from "../../trading/markets/market-directory.ts";
import { createOrderHandlers } from "../../trading/orders/orders.routes.ts";
import { tradingDayEnd } from "../../trading/sessions/trading-day.ts";
import { EURUSD, type Exchange, GOLD } from "../../trading/testing/bare-exchange.ts";
import { startOrderArrivals } from "../transparency/order-arrivals.ts";

const HOUR_MS = 3_600_000;
const MILLION = 1_000_000n;
const TURNS_PER_DAY = 3;
const CRASH_DAY = 20;

/** The same numbers from the same seed (mulberry32, public domain). */
export function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Person = {
  readonly userId: number;
  readonly account: AccountId;
  readonly book: "real" | "demo";
  /** How much of the account goes into one order. */
  readonly boldness: number;
  readonly open: Set<string>;
};

/** What the cashier would have written about a withdrawal. */
export type MonthWithdrawal = {
  readonly id: number;
  readonly person: Person;
  readonly askedAtMs: number;
  endedAtMs: number | null;
  status: "reviewing" | "paid" | "rejected" | "returned" | "cancelled";
};

export type Month = {
  readonly people: readonly Person[];
  readonly withdrawals: readonly MonthWithdrawal[];
};

type World = {
  readonly exchange: Exchange;
  readonly chance: () => number;
  readonly orders: ReturnType<typeof watchedOrders>["handlers"];
  readonly withdrawals: MonthWithdrawal[];
  readonly prices: { euro: number; gold: number };
  attempts: number;
  nextId: number;
};

export async function liveThroughMonth(
  exchange: Exchange,
  { people, days, seed }: { people: readonly Person[]; days: number; seed: number },
): Promise<Month> {
  const chance = createChance(seed);
  const watched = watchedOrders(exchange, chance, () => movePrices(world, 1));
  const prices = { euro: 110_000, gold: 265_000 };
  const world: World = {
    ...{ exchange, chance, prices, orders: watched.handlers },
    ...{ withdrawals: [], attempts: 0, nextId: 1 },
  };
  for (const person of people) await payIn(world, person, 4_000 + Math.round(chance() * 8_000));
  for (let day = 0; day < days; day += 1) {
    for (let turn = 0; turn < TURNS_PER_DAY; turn += 1) {
      exchange.clock.advance(2 * HOUR_MS);
      movePrices(world, day === CRASH_DAY && turn === 1 ? 0.86 : 1);
      for (const person of people) await act(world, person);
    }
    await passCut(world);
  }
  exchange.clock.advance(HOUR_MS);
  movePrices(world, 1);
  await exchange.sequencer().storeTape([EURUSD, GOLD]);
  await watched.stop();
  return { people, withdrawals: world.withdrawals };
}

/** As main.ts has them, on a slow machine: a price may come while a request waits. */
function watchedOrders(exchange: Exchange, chance: () => number, onDelay: () => void) {
  const { test, clock } = exchange;
  const { submit, read, glance, newestQuote } = exchange.sequencer();
  let monotonic = 0;
  const jittery = {
    now: clock.now,
    monotonic: () => {
      monotonic += chance() ** 4 * 40;
      return monotonic;
    },
  };
  const directory = createMarketDirectory([
    { id: "1", code: "EURUSD", displayCode: "EUR/USD", pricePrecision: 5 },
    { id: "3", code: "XAUUSD", displayCode: "XAU/USD", pricePrecision: 2 },
  ]);
  const financingOf = () => money(0n);
  const needs = { submit, read, database: test.database, directory, financingOf, clock };
  const quick = createOrderHandlers(needs);
  const slow: typeof quick = {
    ...quick,
    placeOrder: async (fields, context) => {
      if (chance() < 0.3) onDelay();
      return await quick.placeOrder(fields, context);
    },
    closeOrder: async (fields, context) => {
      if (chance() < 0.3) onDelay();
      return await quick.closeOrder(fields, context);
    },
  };
  const sequencer = { glance, newestQuote };
  const log = createLog("fatal");
  const arrivals = startOrderArrivals({ database: test.database, clock: jittery, log, sequencer });
  return { handlers: arrivals.watch(slow), stop: arrivals.stop };
}

function movePrices({ exchange, prices, chance }: World, factor: number): void {
  prices.euro = Math.round(prices.euro * factor * (1 + 0.006 * (chance() - 0.5)));
  prices.gold = Math.round(prices.gold * (1 + 0.01 * (chance() - 0.5)));
  exchange.quote(EURUSD, prices.euro, prices.euro + 10);
  exchange.quote(GOLD, prices.gold, prices.gold + 30);
}

async function passCut({ exchange }: World): Promise<void> {
  const { clock, sequencer } = exchange;
  const cutAtMs = tradingDayEnd("new-york", clock.now());
  clock.advance(cutAtMs - clock.now());
  await sequencer().submit({ type: "StartDay", cutDate: cutAt(cutAtMs).cutDate });
}

async function act(world: World, person: Person): Promise<void> {
  const { chance } = world;
  if (chance() < 0.12) await moveMoney(world, person);
  const [oldest] = person.open;
  if (oldest !== undefined && chance() < 0.45) await close(world, person, oldest);
  if (chance() < 0.5) await open(world, person);
}

type PlaceFields = z.output<(typeof CALLS)["placeOrder"]["input"]>;

async function open(world: World, person: Person): Promise<void> {
  const fields = draft(world, person);
  const answer = await world.orders.placeOrder(fields, contextOf(world, person, fields));
  const isOpen = !isRefused(answer) && "Id" in answer && fields.status === "1";
  if (isOpen) person.open.add(answer.Id);
}

/** An order at random; some of them cannot be taken. */
function draft({ chance, prices }: World, { boldness }: Person): PlaceFields {
  const gold = { id: "3", precision: 2, spread: 30, shown: prices.gold, lots: 12, leverage: "20" };
  const euro = {
    id: "1",
    precision: 5,
    spread: 10,
    shown: prices.euro,
    lots: 220,
    leverage: "100",
  };
  const { id, precision, spread, shown, leverage, ...of } = chance() < 0.3 ? gold : euro;
  const isBuy = chance() < 0.5;
  const text = (points: number) => formatPrice(price(Math.round(points)), precision);
  const seen = shown + (isBuy ? spread : 0) + Math.round((chance() - 0.5) * 6);
  const ahead = (isBuy ? 1 : -1) * shown * 0.004;
  const size = Math.max(1, Math.round(of.lots * boldness));
  const isPending = chance() < 0.15;
  return {
    forex_id: id,
    type: isBuy ? "1" : "2",
    cont: chance() < 0.06 ? "99" : formatLots(lots(100 * size)),
    status: isPending ? "0" : "1",
    multiple: chance() < 0.05 ? "7" : leverage,
    ...(isPending && { target_price: text(shown - ahead) }),
    ...(chance() < 0.8 && { seen_price: text(seen) }),
    ...(chance() < 0.3 && { stop_loss_price: text(shown - ahead * (isPending ? 3 : 1)) }),
    ...(chance() < 0.3 && { target_profit_price: text(shown + ahead) }),
    ...(chance() < 0.2 && { trailing_distance: String(Math.round(shown * 0.003)) }),
  };
}

async function close(world: World, person: Person, id: string): Promise<void> {
  const part = world.chance() < 0.3 ? "0.01" : "";
  const fields = { id, ...(part !== "" && { cont: part }) };
  const answer = await world.orders.closeOrder(fields, contextOf(world, person, fields));
  if (part === "" || isRefused(answer)) person.open.delete(id);
}

function contextOf(world: World, person: Person, fields: object): TraderContext {
  world.attempts += 1;
  return {
    language: { id: "en" } as TraderContext["language"],
    requestId: "",
    address: "",
    device: "",
    cookies: "",
    caller: {
      sessionId: 1,
      userId: person.userId,
      accountId: person.account,
      isDemo: person.book === "demo",
    },
    attempt: { key: `month-${world.attempts}`, payload: JSON.stringify(fields) },
  };
}

async function payIn({ exchange }: World, person: Person, usd: number): Promise<void> {
  if (person.book === "demo") return;
  await exchange.sequencer().submit({
    type: "Credit",
    accountId: person.account,
    cause: "deposit",
    causeId: 1_000_000 + person.userId,
    amount: money(BigInt(usd) * MILLION),
  });
}

/** Withdrawals are held when they are asked for; later they are paid, returned or rejected. */
async function moveMoney(world: World, person: Person): Promise<void> {
  const { chance, exchange, withdrawals } = world;
  const submit = exchange.sequencer().submit;
  world.nextId += 1;
  const id = world.nextId;
  const asked = withdrawals.find((each) => each.person === person && each.endedAtMs === null);
  if (person.book === "demo" || chance() < 0.4) {
    const amount = money(BigInt(Math.round((chance() - 0.4) * 900)) * MILLION + 7n);
    const own = { accountId: person.account, cause: "adjustment", causeId: id, amount } as const;
    await submit({ type: "Credit", ...own });
    return;
  }
  if (asked) {
    const luck = chance();
    asked.endedAtMs = exchange.clock.now() - Math.round(chance() * HOUR_MS);
    asked.status =
      luck < 0.6 ? "paid" : luck < 0.8 ? "rejected" : luck < 0.9 ? "returned" : "cancelled";
    if (luck < 0.6) await submit({ type: "Settle", withdrawalId: asked.id, fee: money(MILLION) });
    else await submit({ type: "Release", withdrawalId: asked.id });
    return;
  }
  const amount = money(BigInt(50 + Math.round(chance() * 300)) * MILLION);
  const held = await submit({ type: "Hold", accountId: person.account, withdrawalId: id, amount });
  if (!held.isAccepted) return;
  const askedAtMs = exchange.clock.now();
  withdrawals.push({ id, person, askedAtMs, endedAtMs: null, status: "reviewing" });
}

export async function openPeople(
  exchange: Exchange,
  users: readonly { readonly id: number; readonly book: "real" | "demo" }[],
  seed: number,
): Promise<readonly Person[]> {
  const chance = createChance(seed);
  const people: Person[] = [];
  for (const { id, book } of users) {
    const account = accountId(id);
    await exchange
      .sequencer()
      .submit({ type: "OpenAccount", accountId: account, ownerId: id, book });
    const boldness = people.length % 5 === 0 ? 1 : chance() ** 2;
    people.push({ userId: id, account, book, boldness, open: new Set() });
  }
  return people;
}
