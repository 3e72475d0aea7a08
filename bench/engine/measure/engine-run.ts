// The engine in the race of commands.
import { accountId, type Command, encodeEvents, type OrderId } from "@truetick/engine";
import { lots, price } from "@truetick/money";
import { AT_MS, Floor, orderOf, START } from "./floor.ts";
import { ACCOUNTS, COMMANDS_PER_TURN, MARKETS, restingOrders, TURNS } from "./workload.ts";

const PASSES = 3;

export function prepareEngine(): () => number {
  const floor = new Floor(MARKETS, ACCOUNTS, 100_000_000_000n);
  for (const { account, market, isBuy, loss, gain } of restingOrders()) {
    const sign = isBuy ? 1 : -1;
    const side = isBuy ? "buy" : "sell";
    const stops = { stopLoss: price(START - sign * loss), takeProfit: price(START + sign * gain) };
    floor.carryOut(orderOf(account, market, { side, lots: lots(100), ...stops }));
  }
  return () => {
    let bytes = 0;
    for (let pass = 0; pass < PASSES; pass += 1) bytes += playAll(floor);
    if (bytes === 0) throw new Error("a journal has bytes");
    return PASSES * TURNS.length * COMMANDS_PER_TURN;
  };
}

function playAll(floor: Floor): number {
  let bytes = 0;
  const journalled = (command: Command): OrderId => {
    const events = floor.carryOut(command);
    bytes += encodeEvents(events).length;
    const [first] = events;
    if (first === undefined || !("orderId" in first)) throw new Error("an order was expected");
    return first.orderId;
  };
  for (const { account, market, isBuy, size } of TURNS) {
    const side = isBuy ? "buy" : "sell";
    const target = price(isBuy ? START - 900 : START + 900);
    const who = { atMs: AT_MS, accountId: accountId(account) };
    const order = { side, lots: lots(size * 100) } as const;
    const opened = journalled(orderOf(account, market, order));
    const placed = journalled(orderOf(account, market, { ...order, target }));
    journalled({ type: "CancelOrder", ...who, orderId: placed });
    journalled({ type: "CloseOrder", ...who, orderId: opened, lots: null, reason: "user" });
  }
  return bytes;
}
