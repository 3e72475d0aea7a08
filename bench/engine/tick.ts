// G3: what a calm tick costs with 10,000 to 1,000,000 open orders, all of them with stop-loss and
// take-profit, against objects that are marked one by one. The engine's figure is the whole tick:
// decide and apply, stops, pending orders and the margin of 200,000 accounts.
import { lots, price } from "@truetick/money";
import { Chance } from "./measure/chance.ts";
import { Floor, orderOf, SPREAD, START } from "./measure/floor.ts";
import { finish, judge, race } from "./measure/race.ts";
import { ObjectsByMarket } from "./peers/objects-by-market.ts";

const MARKETS = 20;
const ORDERS_PER_ACCOUNT = 5;
const ROUNDS = 5;
const FLOOR = 1_000;
/** Stops and targets stay out of reach of the walk below. */
const NEAREST = 200;
const WALK = 50;

function fill(orders: number): { floor: Floor; peer: ObjectsByMarket } {
  const chance = new Chance(orders);
  const floor = new Floor(MARKETS, orders / ORDERS_PER_ACCOUNT, 2_000_000_000n);
  const peer = new ObjectsByMarket(MARKETS);
  for (let at = 0; at < orders; at += 1) {
    const market = chance.below(MARKETS);
    const isBuy = chance.below(2) === 0;
    const isPending = chance.below(10) === 0;
    const sign = isBuy ? 1 : -1;
    const below = price(START - sign * (NEAREST + chance.below(5_000)));
    const above = price(START + sign * (NEAREST + chance.below(5_000)));
    const target = isPending ? below : null;
    const stops = isPending ? {} : { stopLoss: below, takeProfit: above };
    const side = isBuy ? "buy" : "sell";
    const account = 1 + Math.floor(at / ORDERS_PER_ACCOUNT);
    floor.carryOut(orderOf(account, market + 1, { side, lots: lots(100), target, ...stops }));
    peer.markets[market]?.push({
      id: at,
      isBuy,
      isPending,
      lots: 100,
      openPrice: target ?? (isBuy ? START + SPREAD : START),
      stopLoss: below,
      takeProfit: above,
      profit: 0,
    });
  }
  return { floor, peer };
}

/** The same walk of prices for both. */
function walk(ticks: number, seed: number, tick: (market: number, bid: number) => void): number {
  const chance = new Chance(seed);
  for (let at = 0; at < ticks; at += 1) {
    tick(chance.below(MARKETS), START + chance.around(WALK));
  }
  return ticks;
}

for (const orders of [10_000, 100_000, 1_000_000]) {
  const { floor, peer } = fill(orders);
  let fired = 0;
  const [engine, objects] = race(
    [
      {
        name: "engine",
        run: (round) =>
          walk(200_000, round, (market, bid) => {
            fired += floor.tick(market + 1, bid).length - 1;
          }),
      },
      {
        name: "objects by market",
        run: (round) =>
          walk(20_000_000 / orders, round, (market, bid) => {
            fired += peer.tick(market, bid, bid + SPREAD);
          }),
      },
    ],
    ROUNDS,
  );
  if (engine === undefined || objects === undefined || fired > 0) {
    throw new Error(`a calm tick fires nothing, but ${fired} fired`);
  }
  const label = `${orders.toLocaleString("en")} orders`;
  judge(`G3 calm tick, ${label}`, engine, objects, orders === 1_000_000 ? FLOOR : 10);
}
finish();
