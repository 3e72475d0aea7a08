// A peer for commands: the same four commands written the usual way, with objects, maps, decimal.js
// for every amount, and one JSON line per command for the journal.
import { Decimal } from "decimal.js";

type Position = {
  id: number;
  account: number;
  market: number;
  isBuy: boolean;
  lots: Decimal;
  openPrice: Decimal;
  margin: Decimal;
  fee: Decimal;
};

type Account = {
  id: number;
  cash: Decimal;
  positions: Map<number, Position>;
  pending: Set<number>;
};

export class DecimalDesk {
  bytes = 0;
  private readonly accounts = new Map<number, Account>();
  private readonly positions = new Map<number, Position>();
  private readonly pending = new Map<number, Position>();
  private readonly bid = new Decimal("1.10000");
  private readonly ask = new Decimal("1.10010");
  private readonly units = new Decimal(100_000);
  private readonly feeRate = new Decimal("0.00003");
  private houseFees = new Decimal(0);
  private houseTrading = new Decimal(0);
  private nextId = 1;

  constructor(accounts: number, balance: string) {
    for (let id = 1; id <= accounts; id += 1) {
      const cash = new Decimal(balance);
      this.accounts.set(id, { id, cash, positions: new Map(), pending: new Set() });
    }
  }

  open(accountId: number, market: number, isBuy: boolean, lots: string): number {
    const account = this.accountOf(accountId);
    const order = this.cost(account, market, isBuy, lots, isBuy ? this.ask : this.bid);
    account.cash = account.cash.minus(order.fee);
    this.houseFees = this.houseFees.plus(order.fee);
    account.positions.set(order.id, order);
    this.positions.set(order.id, order);
    this.write({
      type: "opened",
      ...order,
      balance: account.cash.toFixed(6),
      house: this.houseFees.toFixed(6),
      bid: this.bid.toFixed(5),
      ask: this.ask.toFixed(5),
    });
    return order.id;
  }

  place(accountId: number, market: number, isBuy: boolean, lots: string, target: string): number {
    const account = this.accountOf(accountId);
    const order = this.cost(account, market, isBuy, lots, new Decimal(target));
    account.pending.add(order.id);
    this.pending.set(order.id, order);
    this.write({ type: "placed", ...order });
    return order.id;
  }

  cancel(accountId: number, id: number): void {
    const order = this.pending.get(id);
    if (order === undefined || order.account !== accountId) throw new Error("unknown order");
    this.accountOf(accountId).pending.delete(id);
    this.pending.delete(id);
    this.write({ type: "cancelled", id, account: accountId, margin: order.margin.toFixed(6) });
  }

  close(accountId: number, id: number): void {
    const order = this.positions.get(id);
    if (order === undefined || order.account !== accountId) throw new Error("unknown order");
    const account = this.accountOf(accountId);
    const profit = this.profitOf(order);
    account.cash = account.cash.plus(profit);
    this.houseTrading = this.houseTrading.minus(profit);
    account.positions.delete(id);
    this.positions.delete(id);
    this.write({
      type: "closed",
      ...order,
      profit: profit.toFixed(6),
      balance: account.cash.toFixed(6),
      house: this.houseTrading.toFixed(6),
      bid: this.bid.toFixed(5),
      ask: this.ask.toFixed(5),
    });
  }

  private cost(
    account: Account,
    market: number,
    isBuy: boolean,
    size: string,
    at: Decimal,
  ): Position {
    const lots = new Decimal(size);
    const notional = lots.times(this.units).times(at);
    const margin = notional.div(100).toDecimalPlaces(6, Decimal.ROUND_UP);
    const fee = notional.times(this.feeRate).toDecimalPlaces(6, Decimal.ROUND_UP);
    if (margin.plus(fee).gt(this.freeOf(account))) throw new Error("short of margin");
    const id = this.nextId;
    this.nextId += 1;
    return { id, account: account.id, market, isBuy, lots, openPrice: at, margin, fee };
  }

  private freeOf(account: Account): Decimal {
    let free = account.cash;
    for (const id of account.pending) {
      const order = this.pending.get(id);
      if (order !== undefined) free = free.minus(order.margin).minus(order.fee);
    }
    for (const order of account.positions.values()) {
      free = free.minus(order.margin).plus(this.profitOf(order));
    }
    return free;
  }

  private profitOf({ isBuy, lots, openPrice }: Position): Decimal {
    const points = isBuy ? this.bid.minus(openPrice) : openPrice.minus(this.ask);
    return points.times(lots).times(this.units).toDecimalPlaces(6, Decimal.ROUND_HALF_EVEN);
  }

  private accountOf(id: number): Account {
    const account = this.accounts.get(id);
    if (account === undefined) throw new Error("unknown account");
    return account;
  }

  private write(line: object): void {
    this.bytes += JSON.stringify(line).length;
  }
}
