// A peer for ticks: positions as objects in one list per market, every one of them marked and
// compared on every tick.

export type PlainPosition = {
  id: number;
  isBuy: boolean;
  isPending: boolean;
  lots: number;
  openPrice: number;
  stopLoss: number;
  takeProfit: number;
  profit: number;
};

export class ObjectsByMarket {
  readonly markets: PlainPosition[][];

  constructor(markets: number) {
    this.markets = Array.from({ length: markets }, () => []);
  }

  /** Marks all positions of the market; answers how many fire. */
  tick(market: number, bid: number, ask: number): number {
    let fired = 0;
    for (const position of this.markets[market] ?? []) {
      const isFired = position.isPending
        ? isReached(position, bid, ask)
        : isStopped(position, position.isBuy ? bid : ask);
      if (isFired) fired += 1;
    }
    return fired;
  }
}

function isReached({ isBuy, openPrice }: PlainPosition, bid: number, ask: number): boolean {
  return isBuy ? ask <= openPrice : bid >= openPrice;
}

/** Marks the position on the way. */
function isStopped(position: PlainPosition, closing: number): boolean {
  const { isBuy, openPrice, stopLoss, takeProfit } = position;
  position.profit = (isBuy ? closing - openPrice : openPrice - closing) * position.lots * 100;
  return isBuy
    ? closing <= stopLoss || closing >= takeProfit
    : closing >= stopLoss || closing <= takeProfit;
}
