// A peer for shocks: levels in typed columns per market, all of them compared on every tick. What
// fires is given new levels in place, which is all the upkeep a scan has.

export class ScanColumns {
  readonly stopLoss: Float64Array;
  readonly takeProfit: Float64Array;
  readonly isBuy: Uint8Array;

  constructor(orders: number) {
    this.stopLoss = new Float64Array(orders);
    this.takeProfit = new Float64Array(orders);
    this.isBuy = new Uint8Array(orders);
  }

  /** Appends what fires at this price. */
  collect(bid: number, ask: number, found: number[]): void {
    const { stopLoss, takeProfit, isBuy } = this;
    for (let at = 0; at < stopLoss.length; at += 1) {
      const stop = stopLoss[at] as number;
      const take = takeProfit[at] as number;
      const isFired = isBuy[at] === 1 ? bid <= stop || bid >= take : ask >= stop || ask <= take;
      if (isFired) found.push(at);
    }
  }
}
