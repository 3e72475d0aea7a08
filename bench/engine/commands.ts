// G5: commands per second including the journal's bytes, against an order book from npm and
// against the usual objects with decimal.js. All three hold 100,000 open orders in 20 markets. Four
// commands in turn: open at market, place pending, cancel it, close the position; the book does the
// like with its own orders, and has neither margin nor ledger to keep.
import { finish, judge, raceApart } from "./measure/race.ts";

const ROUNDS = 5;
const FLOOR_ORDER_BOOK = 3;
const FLOOR_DECIMAL = 15;

const timings = await raceApart(
  {
    engine: async () => (await import("./measure/engine-run.ts")).prepareEngine(),
    book: async () => (await import("./peers/npm-book.ts")).prepareBook(),
    desk: async () => (await import("./peers/decimal-desk-run.ts")).prepareDesk(),
  },
  ROUNDS,
);
if (timings !== null) {
  const [engine, book, desk] = timings;
  if (engine === undefined || book === undefined || desk === undefined) {
    throw new Error("every contender has run");
  }
  judge("G5 commands/s, against nodejs-order-book", engine, book, FLOOR_ORDER_BOOK);
  judge("G5 commands/s, against objects with decimal.js", engine, desk, FLOOR_DECIMAL);
  console.log(`      ${(1_000 / engine.nsPerUnit).toFixed(2)} M commands per CPU-second`);
  finish();
}
