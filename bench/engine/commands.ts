// G5: commands per second including the journal's bytes, against an order book from npm and against
// the usual objects with decimal.js. Four commands in turn: open at market, place pending, cancel
// it, close the position; the book does the like with its own orders.
import { accountId, type Command, encodeEvents, type OrderId } from "@truetick/engine";
import { lots, price } from "@truetick/money";
import { type IProcessOrder, OrderBook, Side } from "nodejs-order-book";
import { Chance } from "./measure/chance.ts";
import { AT_MS, Floor, orderOf } from "./measure/floor.ts";
import { finish, judge, race } from "./measure/race.ts";
import { DecimalDesk } from "./peers/decimal-desk.ts";

const ACCOUNTS = 5_000;
const MARKETS = 20;
const ROUNDS = 5;
const FLOOR_ORDER_BOOK = 3;
const FLOOR_DECIMAL = 15;

const floor = new Floor(MARKETS, ACCOUNTS, 100_000_000_000n);
const desk = new DecimalDesk(ACCOUNTS, "100000");
const book = new OrderBook({ enableJournaling: true });
let bookId = 0;
let bytes = 0;

/** Plays `turns` times four commands. */
function runEngine(turns: number): number {
  const chance = new Chance(7);
  const journalled = (command: Command): OrderId => {
    const events = floor.carryOut(command);
    bytes += encodeEvents(events).length;
    const [first] = events;
    if (first === undefined || !("orderId" in first)) throw new Error("an order was expected");
    return first.orderId;
  };
  for (let turn = 0; turn < turns; turn += 1) {
    const account = 1 + chance.below(ACCOUNTS);
    const market = 1 + chance.below(MARKETS);
    const side = turn % 2 === 0 ? "buy" : "sell";
    const size = lots(100 + chance.below(50) * 100);
    const target = price(turn % 2 === 0 ? 109_000 : 111_000);
    const who = { atMs: AT_MS, accountId: accountId(account) };
    const opened = journalled(orderOf(account, market, { side, lots: size }));
    const placed = journalled(orderOf(account, market, { side, lots: size, target }));
    journalled({ type: "CancelOrder", ...who, orderId: placed });
    journalled({ type: "CloseOrder", ...who, orderId: opened, lots: null, reason: "user" });
  }
  return turns * 4;
}

function runDesk(turns: number): number {
  const chance = new Chance(7);
  for (let turn = 0; turn < turns; turn += 1) {
    const account = 1 + chance.below(ACCOUNTS);
    const market = 1 + chance.below(MARKETS);
    const isBuy = turn % 2 === 0;
    const size = (0.01 + chance.below(50) * 0.01).toFixed(2);
    const opened = desk.open(account, market, isBuy, size);
    const placed = desk.place(account, market, isBuy, size, isBuy ? "1.09000" : "1.11000");
    desk.cancel(account, placed);
    desk.close(account, opened);
  }
  return turns * 4;
}

function runBook(turns: number): number {
  const chance = new Chance(7);
  const journalled = (result: IProcessOrder): void => {
    if (result.err !== null) throw new Error(`the book refused: ${result.err}`);
    bytes += JSON.stringify(result.log ?? {}).length;
  };
  for (let turn = 0; turn < turns; turn += 1) {
    const isBuy = turn % 2 === 0;
    const side = isBuy ? Side.BUY : Side.SELL;
    const size = 1 + chance.below(50);
    const near = isBuy ? 10_990 + chance.below(10) : 11_010 + chance.below(10);
    const far = isBuy ? 10_900 - chance.below(100) : 11_100 + chance.below(100);
    bookId += 2;
    journalled(book.limit({ id: `${bookId}`, side, size, price: near }));
    journalled(book.limit({ id: `${bookId + 1}`, side, size, price: far }));
    const cancelled = book.cancel(`${bookId + 1}`);
    bytes += JSON.stringify(cancelled?.log ?? {}).length;
    journalled(book.market({ side: isBuy ? Side.SELL : Side.BUY, size }));
  }
  return turns * 4;
}

const [engine, orderBook, decimal] = race(
  [
    { name: "engine", run: () => runEngine(60_000) },
    { name: "nodejs-order-book", run: () => runBook(40_000) },
    { name: "objects with decimal.js", run: () => runDesk(8_000) },
  ],
  ROUNDS,
);
if (engine === undefined || orderBook === undefined || decimal === undefined) {
  throw new Error("every contender has run");
}
judge("G5 commands/s, against nodejs-order-book", engine, orderBook, FLOOR_ORDER_BOOK);
judge("G5 commands/s, against objects with decimal.js", engine, decimal, FLOOR_DECIMAL);
console.log(`      ${(1_000 / engine.nsPerUnit).toFixed(2)} M commands per CPU-second`);
console.log(`      ${(bytes / 1e6).toFixed(0)} MB of journal written by engine and book`);
finish();
