// Peers for margin: the same accounts as objects that are recomputed when one of their markets
// ticks, and as typed columns to which each tick adds its difference.

export type Holding = {
  account: number;
  market: number;
  isBuy: boolean;
  lots: number;
  open: number;
};

/** Millionths per point and ten-thousandth of a lot. */
const POINT = 100;

type PlainAccount = { cash: number; used: number; isCalled: boolean; holdings: Holding[] };

export class ObjectAccounts {
  private readonly accounts: PlainAccount[] = [];
  private readonly byMarket: PlainAccount[][];
  private readonly bids: Float64Array;
  private readonly asks: Float64Array;

  constructor(markets: number, cash: Float64Array, used: Float64Array, holdings: Holding[]) {
    this.bids = new Float64Array(markets);
    this.asks = new Float64Array(markets);
    cash.forEach((amount, at) => {
      this.accounts.push({ cash: amount, used: used[at] ?? 0, isCalled: false, holdings: [] });
    });
    const byMarket = Array.from({ length: markets }, () => new Set<PlainAccount>());
    for (const holding of holdings) {
      const account = this.accounts[holding.account];
      if (account === undefined) continue;
      account.holdings.push(holding);
      byMarket[holding.market]?.add(account);
    }
    this.byMarket = byMarket.map((set) => [...set]);
  }

  /** Recomputes every account that holds the market; answers how many crossed. */
  tick(market: number, bid: number, ask: number): number {
    this.bids[market] = bid;
    this.asks[market] = ask;
    let crossed = 0;
    for (const account of this.byMarket[market] ?? []) {
      let equity = account.cash;
      for (const { market: at, isBuy, lots, open } of account.holdings) {
        const points = isBuy ? (this.bids[at] ?? 0) - open : open - (this.asks[at] ?? 0);
        equity += points * lots * POINT;
      }
      const isCalled = equity <= account.used;
      if (isCalled !== account.isCalled) {
        account.isCalled = isCalled;
        crossed += 1;
      }
    }
    return crossed;
  }
}

type Columns = { account: Int32Array; size: Float64Array; isBuy: Uint8Array };

export class ColumnAccounts {
  private readonly equity: Float64Array;
  private readonly used: Float64Array;
  private readonly isCalled: Uint8Array;
  private readonly markets: Columns[];
  private readonly bids: Float64Array;
  private readonly asks: Float64Array;

  constructor(markets: number, cash: Float64Array, used: Float64Array, holdings: Holding[]) {
    this.equity = cash.slice();
    this.used = used.slice();
    this.isCalled = new Uint8Array(cash.length);
    this.bids = new Float64Array(markets);
    this.asks = new Float64Array(markets);
    this.markets = Array.from({ length: markets }, (_, market) => {
      const own = holdings.filter((holding) => holding.market === market);
      return {
        account: Int32Array.from(own, ({ account }) => account),
        size: Float64Array.from(own, ({ lots }) => lots * POINT),
        isBuy: Uint8Array.from(own, ({ isBuy }) => (isBuy ? 1 : 0)),
      };
    });
  }

  /** The first quotes: equity starts from the open prices. */
  begin(holdings: readonly Holding[], bid: number, ask: number): void {
    this.bids.fill(bid);
    this.asks.fill(ask);
    for (const { account, isBuy, lots, open } of holdings) {
      const points = isBuy ? bid - open : open - ask;
      this.equity[account] = (this.equity[account] ?? 0) + points * lots * POINT;
    }
  }

  /** Adds the difference of every position of the market, then compares its accounts. */
  tick(market: number, bid: number, ask: number): number {
    const columns = this.markets[market];
    if (columns === undefined) return 0;
    const { account, size, isBuy } = columns;
    const { equity, used, isCalled } = this;
    const long = bid - (this.bids[market] ?? 0);
    const short = (this.asks[market] ?? 0) - ask;
    this.bids[market] = bid;
    this.asks[market] = ask;
    let crossed = 0;
    for (let at = 0; at < account.length; at += 1) {
      const owner = account[at] as number;
      const moved = (isBuy[at] === 1 ? long : short) * (size[at] as number);
      const worth = (equity[owner] as number) + moved;
      equity[owner] = worth;
      const isBelow = worth <= (used[owner] as number) ? 1 : 0;
      if (isBelow !== isCalled[owner]) {
        isCalled[owner] = isBelow;
        crossed += 1;
      }
    }
    return crossed;
  }
}
