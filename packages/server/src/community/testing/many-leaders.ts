// Many accounts that live through many days at random, by a seed: orders in two markets, closed
// whole and in parts, stopped out, protected; money paid in, held, released, play money given anew.
// For the test that recomputes the ranking. All of them are listed.

import { type AccountId, accountId, type OrderId } from "@truetick/engine";
import { lots, money } from "@truetick/money";
import { cutAt } from "../../trading/exchange/new-york-cut.ts";
import type { Outcome, UnstampedCommand } from "../../trading/sequencer/sequencer.ts";
import { tradingDayEnd } from "../../trading/sessions/trading-day.ts";
import { EURUSD, type Exchange, GOLD, marketOrder } from "../../trading/testing/bare-exchange.ts";

const HOUR_MS = 3_600_000;
const MILLION = 1_000_000n;
/** A gap that leaves some below zero. */
const CRASH_DAY = 40;

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

type Life = {
  readonly account: AccountId;
  readonly isDemo: boolean;
  /** How much of the account goes into one order. */
  readonly boldness: number;
  readonly open: Set<OrderId>;
  held: number | null;
};

export async function liveThroughDays(
  exchange: Exchange,
  { count, days, seed }: { count: number; days: number; seed: number },
): Promise<void> {
  const chance = createChance(seed);
  const lives = await openLives(exchange, count, chance);
  // Prices have a chance of their own: the same for however many there are.
  const prices = { euro: 110_000, gold: 265_000, chance: createChance(seed + 1) };
  const world: World = { exchange, chance, prices, nextId: 1 };
  for (let day = 0; day < days; day += 1) {
    for (let turn = 0; turn < 3; turn += 1) {
      moveOn(world, day === CRASH_DAY && turn === 1);
      await Promise.all(lives.map((life) => act(world, life)));
    }
    await passCut(world);
  }
  moveOn(world);
  await Promise.all(lives.map((life) => act(world, life)));
  moveOn(world);
  await exchange.sequencer().storeTape([EURUSD, GOLD]);
}

type World = {
  readonly exchange: Exchange;
  readonly chance: () => number;
  readonly prices: { euro: number; gold: number; readonly chance: () => number };
  nextId: number;
};

async function openLives(
  { sequencer, test }: Exchange,
  count: number,
  chance: () => number,
): Promise<Life[]> {
  const ids = await insertPeople(test.ownerUrl, count);
  return Promise.all(
    ids.map(async (id, index) => {
      const isDemo = index % 2 === 1;
      const account = accountId(id);
      const book = isDemo ? "demo" : "real";
      await sequencer().submit({ type: "OpenAccount", accountId: account, ownerId: id, book });
      return { account, isDemo, boldness: chance() ** 3, open: new Set<OrderId>(), held: null };
    }),
  );
}

async function insertPeople(ownerUrl: string, count: number): Promise<number[]> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `with person as (
         insert into app_user (book, uid, email, invite_code)
         select case n % 2 when 0 then 'real' else 'demo' end, (100000000 + n)::text,
           case n % 2 when 0 then n || '@example.test' end,
           case n % 2 when 0 then lpad(n::text, 10, '0') end
         from generate_series(0, $1 - 1) n returning id, book
       ), account as (
         insert into user_account (user_id, book, is_main)
         select id, book, true from person order by id returning id
       )
       insert into leader (account_id, alias) select id, 'trader-' || id from account
       returning account_id as id`,
      [count],
    );
    return rows.map(({ id }) => Number(id)).sort((a, b) => a - b);
  } finally {
    await client.end();
  }
}

/** Some hours later, at other prices; now and then very different ones. */
function moveOn({ exchange, prices }: World, isCrash = false): void {
  const { chance } = prices;
  exchange.clock.advance(2 * HOUR_MS);
  const wild = chance() < 0.03 ? 8 : 1;
  if (isCrash) prices.euro = Math.round(prices.euro * 0.93);
  prices.euro = Math.round(prices.euro * (1 + 0.008 * wild * (chance() - 0.5)));
  prices.gold = Math.round(prices.gold * (1 + 0.02 * wild * (chance() - 0.5)));
  exchange.quote(EURUSD, prices.euro, prices.euro + 10);
  exchange.quote(GOLD, prices.gold, prices.gold + 30);
}

async function passCut({ exchange }: World): Promise<void> {
  const { clock, sequencer } = exchange;
  const cutAtMs = tradingDayEnd("new-york", clock.now());
  clock.advance(cutAtMs - clock.now());
  await sequencer().submit({ type: "StartDay", cutDate: cutAt(cutAtMs).cutDate });
}

async function act(world: World, life: Life): Promise<void> {
  for (const command of deeds(world, life)) {
    note(life, command, await world.exchange.sequencer().submit(command));
  }
}

/** What becomes of the account in this turn, decided before anything is done. */
function deeds(world: World, life: Life): UnstampedCommand[] {
  const { chance } = world;
  const { account, open } = life;
  const luck = Array.from({ length: 6 }, chance);
  const [places = 1, closes = 1, pays = 1, side = 1, market = 1, part = 1] = luck;
  const commands: UnstampedCommand[] = [];
  const [oldest] = open;
  if (pays < 0.06) commands.push(payment(world, life, pays / 0.06));
  if (oldest !== undefined && closes < 0.6) {
    const close = { type: "CloseOrder", accountId: account, orderId: oldest } as const;
    commands.push({ ...close, lots: part < 0.3 ? lots(100) : null, reason: "user" });
  }
  if (places < 0.5 && open.size < 4) {
    const own = market < 0.7 ? { marketId: EURUSD } : { marketId: GOLD, leverage: 20 };
    const size = Math.max(2, Math.round((market < 0.7 ? 200 : 6) * life.boldness));
    const direction = side < 0.5 ? "buy" : "sell";
    commands.push(marketOrder(account, { ...own, side: direction, lots: lots(100 * size) }));
  }
  return commands;
}

function payment(world: World, life: Life, luck: number): UnstampedCommand {
  const { account: own, isDemo, held } = life;
  world.nextId += 1;
  const id = world.nextId;
  if (held !== null) return { type: "Release", withdrawalId: held };
  if (isDemo && luck < 0.5) return { type: "ResetDemo", accountId: own };
  if (luck < 0.7) {
    life.held = id;
    return { type: "Hold", accountId: own, withdrawalId: id, amount: money(700n * MILLION) };
  }
  const amount = money(BigInt(Math.round(luck * 5_000)) * MILLION + 1n);
  return { type: "Credit", accountId: own, cause: "adjustment", causeId: id, amount };
}

function note(life: Life, command: UnstampedCommand, outcome: Outcome): void {
  if (command.type === "Release") life.held = null;
  if (command.type === "Hold" && !outcome.isAccepted) life.held = null;
  if (command.type === "CloseOrder" && command.lots === null) life.open.delete(command.orderId);
  if (!outcome.isAccepted) return;
  for (const event of outcome.events) {
    if (event.type === "OrderOpened") life.open.add(event.orderId);
    if (event.type === "OrderClosed") life.open.delete(event.orderId);
  }
}
