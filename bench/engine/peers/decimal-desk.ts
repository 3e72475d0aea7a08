// A peer for commands: the same four commands with the same duty, written the way a good team
// conventionally would. Objects in Maps, decimal.js for every amount, running totals of margin, the
// engine's checks in its order (decimal-desk-rules.ts), orders with levels under watch per market,
// a double-entry movement with its id and both balances, and one JSON line per command for the
// journal with the evidence of the fill. It values the account once per order, as the engine does.
import { Decimal } from "decimal.js";
import type { DeskAccount, DeskMarket, DeskOrder, DeskPlacing } from "./decimal-desk-book.ts";
import {
  availableOf,
  checkPlacing,
  checkTradable,
  floatingOf,
  profitOf,
} from "./decimal-desk-rules.ts";

const RULES_VERSION = 1;
const AMOUNT_PLACES = 6;
const PRICE_PLACES = 5;

export class DecimalDesk {
  bytes = 0;
  private readonly accounts = new Map<number, DeskAccount>();
  private readonly markets = new Map<number, DeskMarket>();
  private readonly orders = new Map<number, DeskOrder>();
  private readonly house = { fees: new Decimal(0), trading: new Decimal(0) };
  private nextOrderId = 1;
  private nextMovementId = 1;

  addMarket(market: DeskMarket): void {
    this.markets.set(market.id, market);
  }

  addAccount(account: DeskAccount): void {
    this.accounts.set(account.id, account);
  }

  /** Opens at the market, or leaves pending at the target; answers the order's id. */
  place(placing: DeskPlacing): number {
    const account = found(this.accounts.get(placing.accountId), "ACCOUNT_UNKNOWN");
    const market = found(this.markets.get(placing.marketId), "MARKET_UNKNOWN");
    const floating = floatingOf(account);
    const refusal = checkPlacing(account, market, placing, floating);
    if (refusal !== null) throw new Error(refusal);
    const price = placing.target ?? (placing.isBuy ? market.ask : market.bid);
    const notional = placing.lots.times(market.unitsPerLot).times(price);
    const margin = notional.div(placing.leverage).toDecimalPlaces(AMOUNT_PLACES, Decimal.ROUND_UP);
    const fee = notional.times(market.feeRate).toDecimalPlaces(AMOUNT_PLACES, Decimal.ROUND_UP);
    if (margin.plus(fee).gt(availableOf(account, floating))) throw new Error("MARGIN_EXCEEDS_FREE");
    const { isBuy, lots, leverage, stopLoss, takeProfit, expiresAtMs } = placing;
    const id = this.nextOrderId;
    this.nextOrderId += 1;
    const terms = { isBuy, lots, leverage, price, stopLoss, takeProfit, expiresAtMs };
    const order: DeskOrder = { id, account, market, ...terms, margin, fee };
    this.orders.set(id, order);
    if (placing.target === null) this.open(order, placing.atMs);
    else this.leavePending(order, placing.atMs);
    return id;
  }

  cancel(accountId: number, id: number, atMs: number): void {
    const order = this.orderOf(accountId, id);
    const { account, market, margin, fee } = order;
    if (!account.pending.delete(id)) throw new Error("ORDER_NOT_PENDING");
    account.reserved = account.reserved.minus(margin).minus(fee);
    market.watched.delete(id);
    this.orders.delete(id);
    this.write({ type: "cancelled", atMs, ...shown(order), reason: "user" });
  }

  close(accountId: number, id: number, atMs: number): void {
    const order = this.orderOf(accountId, id);
    const { account, market, margin, isBuy } = order;
    const refusal = checkTradable(market, atMs);
    if (refusal !== null) throw new Error(refusal);
    const profit = profitOf(order);
    if (!account.positions.delete(id)) throw new Error("ORDER_NOT_HOLDING");
    account.used = account.used.minus(margin);
    market.watched.delete(id);
    this.orders.delete(id);
    const movement = this.move(account, "trading", profit, id);
    this.write({
      type: "closed",
      atMs,
      ...shown(order),
      reason: "user",
      profit: profit.toFixed(AMOUNT_PLACES),
      fill: evidenceOf(market, isBuy ? market.bid : market.ask, "close"),
      movements: [movement],
    });
  }

  private open(order: DeskOrder, atMs: number): void {
    const { account, market } = order;
    account.used = account.used.plus(order.margin);
    account.positions.set(order.id, order);
    if (order.stopLoss !== null || order.takeProfit !== null) market.watched.set(order.id, order);
    const movement = this.move(account, "fees", order.fee.negated(), order.id);
    const fill = evidenceOf(market, order.price, "market");
    this.write({ type: "opened", atMs, ...shown(order), fill, movements: [movement] });
  }

  private leavePending(order: DeskOrder, atMs: number): void {
    const { account, market } = order;
    account.reserved = account.reserved.plus(order.margin).plus(order.fee);
    account.pending.set(order.id, order);
    market.watched.set(order.id, order);
    this.write({ type: "placed", atMs, ...shown(order), seq: market.seq });
  }

  /** Double entry: from a house account to the trader's, back when negative. */
  private move(account: DeskAccount, from: "fees" | "trading", amount: Decimal, orderId: number) {
    account.cash = account.cash.plus(amount);
    this.house[from] = this.house[from].minus(amount);
    const id = this.nextMovementId;
    this.nextMovementId += 1;
    const size = amount.toFixed(AMOUNT_PLACES);
    return {
      id,
      orderId,
      postings: [
        { account: account.id, amount: size, balance: account.cash.toFixed(AMOUNT_PLACES) },
        {
          account: from,
          amount: amount.negated().toFixed(AMOUNT_PLACES),
          balance: this.house[from].toFixed(AMOUNT_PLACES),
        },
      ],
    };
  }

  private orderOf(accountId: number, id: number): DeskOrder {
    const order = this.orders.get(id);
    if (order === undefined || order.account.id !== accountId) throw new Error("ORDER_UNKNOWN");
    return order;
  }

  private write(line: object): void {
    this.bytes += JSON.stringify(line).length;
  }
}

/** An order as its journal line shows it. */
function shown(order: DeskOrder) {
  return {
    id: order.id,
    account: order.account.id,
    market: order.market.id,
    side: order.isBuy ? "buy" : "sell",
    lots: order.lots.toFixed(2),
    leverage: order.leverage,
    price: order.price.toFixed(PRICE_PLACES),
    stopLoss: order.stopLoss?.toFixed(PRICE_PLACES) ?? null,
    takeProfit: order.takeProfit?.toFixed(PRICE_PLACES) ?? null,
    expiresAtMs: order.expiresAtMs,
    margin: order.margin.toFixed(AMOUNT_PLACES),
    fee: order.fee.toFixed(AMOUNT_PLACES),
  };
}

function evidenceOf(market: DeskMarket, price: Decimal, rule: "market" | "close") {
  return {
    market: market.id,
    seq: market.seq,
    bid: market.bid.toFixed(PRICE_PLACES),
    ask: market.ask.toFixed(PRICE_PLACES),
    price: price.toFixed(PRICE_PLACES),
    rule,
    rulesVersion: RULES_VERSION,
    termsVersion: market.termsVersion,
  };
}

function found<One>(one: One | undefined, refusal: string): One {
  if (one === undefined) throw new Error(refusal);
  return one;
}
