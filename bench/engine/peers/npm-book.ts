// An order book from npm in the race of commands: one book per market, its journal as JSON.
import { type IProcessOrder, OrderBook, Side } from "nodejs-order-book";
import { COMMANDS_PER_TURN, MARKETS, restingOrders, TURNS } from "../measure/workload.ts";

const MIDDLE = 11_000;

export function prepareBook(): () => number {
  const books = Array.from({ length: MARKETS }, () => new OrderBook({ enableJournaling: true }));
  const bookOf = (market: number): OrderBook => {
    const book = books[market - 1];
    if (book === undefined) throw new Error("every market has its book");
    return book;
  };
  let id = 0;
  for (const { market, isBuy, loss } of restingOrders()) {
    id += 1;
    const away = isBuy ? MIDDLE - 200 - loss / 10 : MIDDLE + 200 + loss / 10;
    const side = isBuy ? Side.BUY : Side.SELL;
    checked(bookOf(market).limit({ id: `${id}`, side, size: 1, price: Math.round(away) }));
  }
  return () => {
    let bytes = 0;
    for (const { market, isBuy, size } of TURNS) {
      const book = bookOf(market);
      const side = isBuy ? Side.BUY : Side.SELL;
      const near = isBuy ? MIDDLE - 10 : MIDDLE + 10;
      const far = isBuy ? MIDDLE - 100 : MIDDLE + 100;
      id += 2;
      bytes += checked(book.limit({ id: `${id}`, side, size, price: near }));
      bytes += checked(book.limit({ id: `${id + 1}`, side, size, price: far }));
      bytes += JSON.stringify(book.cancel(`${id + 1}`)?.log).length;
      bytes += checked(book.market({ side: isBuy ? Side.SELL : Side.BUY, size }));
    }
    if (bytes === 0) throw new Error("a journal has bytes");
    return TURNS.length * COMMANDS_PER_TURN;
  };
}

/** The length of its line in the journal. */
function checked(result: IProcessOrder): number {
  if (result.err !== null) throw new Error(`the book refused: ${result.err}`);
  return JSON.stringify(result.log).length;
}
