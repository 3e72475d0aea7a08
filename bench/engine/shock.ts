// G3b: a market of 50,000 orders jumps 20 pips to and fro, hundreds fire on each tick and come back
// at new levels. The engine's heaps, with all their upkeep, against a scan of typed columns: being
// quick on calm ticks must not make shocks slow.
import { Positions, PriceHeap } from "@truetick/engine/price-heap";
import { Chance } from "./measure/chance.ts";
import { finish, judge, must, race } from "./measure/race.ts";
import { ScanColumns } from "./peers/scan-columns.ts";

const ORDERS = 50_000;
const START = 110_000;
const SPREAD = 10;
const JUMP = 200;
/** So many of them lie within the next jump; the others are further away than it goes. */
const RESTLESS = 629;
const REACH = 16_000;
const ROUNDS = 7;
const TICKS = 400;
const FLOOR = 0.5;

type Levels = { readonly stopLoss: number; readonly takeProfit: number };

/** Levels on the right sides of the price; a restless order has one inside the next jump. */
function levelsOf(
  chance: Chance,
  order: { isBuy: boolean; isRestless: boolean },
  next: { price: number; isUp: boolean },
): Levels {
  const near = 1 + SPREAD + chance.below(JUMP - 2 * SPREAD);
  const far = JUMP + 2 * SPREAD + chance.below(REACH);
  const ahead = order.isRestless ? near : far;
  const above = next.price + (next.isUp ? ahead : far);
  const below = next.price - (next.isUp ? far : ahead);
  return order.isBuy
    ? { stopLoss: below, takeProfit: above }
    : { stopLoss: above, takeProfit: below };
}

/** Even entries are stop-losses, odd ones take-profits; a heap that fires downwards is negated. */
class HeapedMarket {
  private readonly positions = new Positions();
  private readonly bidFalls = new PriceHeap(this.positions);
  private readonly bidRises = new PriceHeap(this.positions);
  private readonly askRises = new PriceHeap(this.positions);
  private readonly askFalls = new PriceHeap(this.positions);

  set(order: number, isBuy: boolean, { stopLoss, takeProfit }: Levels): void {
    if (isBuy) {
      this.bidFalls.set(order * 2, -stopLoss);
      this.bidRises.set(order * 2 + 1, takeProfit);
    } else {
      this.askRises.set(order * 2, stopLoss);
      this.askFalls.set(order * 2 + 1, -takeProfit);
    }
  }

  /** Takes out what fires, both levels of each order, in bulk. */
  take(bid: number, ask: number, found: number[]): void {
    const longs: number[] = [];
    const shorts: number[] = [];
    this.bidFalls.collect(-bid, longs);
    this.bidRises.collect(bid, longs);
    this.askRises.collect(ask, shorts);
    this.askFalls.collect(-ask, shorts);
    removeBoth(longs, this.bidFalls, this.bidRises, found);
    removeBoth(shorts, this.askRises, this.askFalls, found);
  }
}

function removeBoth(
  entries: readonly number[],
  stops: PriceHeap,
  takes: PriceHeap,
  found: number[],
): void {
  const orders = entries.map((entry) => entry >> 1);
  stops.removeMany(orders.map((order) => order * 2));
  takes.removeMany(orders.map((order) => order * 2 + 1));
  for (const order of orders) found.push(order);
}

const heaped = new HeapedMarket();
const scanned = new ScanColumns(ORDERS);

/** Sets both to the same levels before the price has moved. */
function begin(): void {
  const chance = new Chance(1);
  for (let order = 0; order < ORDERS; order += 1) {
    const isBuy = order % 2 === 0;
    const kind = { isBuy, isRestless: order < RESTLESS };
    const levels = levelsOf(chance, kind, { price: START, isUp: true });
    heaped.set(order, isBuy, levels);
    setScanned(order, isBuy, levels);
  }
}

function setScanned(order: number, isBuy: boolean, { stopLoss, takeProfit }: Levels): void {
  scanned.isBuy[order] = isBuy ? 1 : 0;
  scanned.stopLoss[order] = stopLoss;
  scanned.takeProfit[order] = takeProfit;
}

type Market = {
  readonly take: (bid: number, ask: number, found: number[]) => void;
  readonly set: (order: number, isBuy: boolean, levels: Levels) => void;
};

/** Jumps up and down; what fires comes back with a level inside the next jump. */
function shake(market: Market, seed: number): number {
  const chance = new Chance(seed);
  let fired = 0;
  for (let at = 0; at < TICKS; at += 1) {
    const isUp = at % 2 === 0;
    const bid = START + (isUp ? JUMP : 0);
    const found: number[] = [];
    market.take(bid, bid + SPREAD, found);
    fired += found.length;
    for (const order of found) {
      const isBuy = order % 2 === 0;
      const kind = { isBuy, isRestless: true };
      market.set(order, isBuy, levelsOf(chance, kind, { price: bid, isUp: !isUp }));
    }
  }
  return fired;
}

begin();
const heapMarket: Market = {
  take: (bid, ask, found) => heaped.take(bid, ask, found),
  set: (order, isBuy, levels) => heaped.set(order, isBuy, levels),
};
const scanMarket: Market = {
  take: (bid, ask, found) => scanned.collect(bid, ask, found),
  set: setScanned,
};
let firedByHeaps = 0;
let firedByScan = 0;
const [heaps, scan] = race(
  [
    {
      name: "heaps",
      run: (round) => {
        firedByHeaps += shake(heapMarket, round);
        return TICKS;
      },
    },
    {
      name: "scan",
      run: (round) => {
        firedByScan += shake(scanMarket, round);
        return TICKS;
      },
    },
  ],
  ROUNDS,
);
if (heaps === undefined || scan === undefined) throw new Error("both have run");
console.log(`      ${(firedByHeaps / heaps.runs / TICKS).toFixed(0)} orders fire per tick`);
must(firedByHeaps === firedByScan, "heaps and scan fire as many orders");
judge("G3b shock, heaps against a scan", heaps, scan, FLOOR);
finish();
