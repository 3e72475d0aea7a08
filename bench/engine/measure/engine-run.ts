// The engine in the race of commands. Orders are made beforehand, as nobody pays for his input;
// only what names an order by its id is made when the id is known.
import {
  type Command,
  type Event,
  encodeEvents,
  type OrderId,
  type PlaceOrder,
  type Side,
} from "@truetick/engine";
import { lots, price } from "@truetick/money";
import { AT_MS, Floor, orderOf, START } from "./floor.ts";
import {
  ACCOUNTS,
  COMMANDS_PER_TURN,
  MARKETS,
  restingOrders,
  TURNS,
  type Turn,
} from "./workload.ts";

const PASSES = 3;

type Orders = { readonly atMarket: PlaceOrder; readonly pending: PlaceOrder };

export function prepareEngine(): () => number {
  const floor = new Floor(MARKETS, ACCOUNTS, 100_000_000_000n);
  for (const { account, market, isBuy, loss, gain } of restingOrders()) {
    const sign = isBuy ? 1 : -1;
    const side = isBuy ? "buy" : "sell";
    const stops = { stopLoss: price(START - sign * loss), takeProfit: price(START + sign * gain) };
    floor.carryOut(orderOf(account, market, { side, lots: lots(100), ...stops }));
  }
  const turns = TURNS.map(ordersOf);
  return () => {
    let bytes = 0;
    for (let pass = 0; pass < PASSES; pass += 1) bytes += playAll(floor, turns);
    if (bytes === 0) throw new Error("a journal has bytes");
    return PASSES * turns.length * COMMANDS_PER_TURN;
  };
}

function ordersOf({ account, market, isBuy, size }: Turn): Orders {
  const side: Side = isBuy ? "buy" : "sell";
  const order = { side, lots: lots(size * 100) };
  const target = price(isBuy ? START - 900 : START + 900);
  const atMarket = orderOf(account, market, order);
  return { atMarket, pending: orderOf(account, market, { ...order, target }) };
}

function playAll(floor: Floor, turns: readonly Orders[]): number {
  let bytes = 0;
  const journalled = (command: Command): Event | undefined => {
    const events = floor.carryOut(command);
    bytes += encodeEvents(events).length;
    return events[0];
  };
  for (const { atMarket, pending } of turns) {
    const { accountId } = atMarket;
    const opened = orderIdOf(journalled(atMarket));
    const placed = orderIdOf(journalled(pending));
    journalled({ type: "CancelOrder", atMs: AT_MS, accountId, orderId: placed });
    journalled({
      type: "CloseOrder",
      atMs: AT_MS,
      accountId,
      orderId: opened,
      lots: null,
      reason: "user",
    });
  }
  return bytes;
}

function orderIdOf(event: Event | undefined): OrderId {
  if (event?.type === "OrderOpened" || event?.type === "OrderPlaced") return event.orderId;
  throw new Error("an order was expected");
}
