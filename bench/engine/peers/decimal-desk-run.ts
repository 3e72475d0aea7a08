// The conventional desk with decimal.js in the race of commands. Its orders are made beforehand.
import { Decimal } from "decimal.js";
import { AT_MS, SPREAD, START } from "../measure/floor.ts";
import {
  ACCOUNTS,
  COMMANDS_PER_TURN,
  MARKETS,
  restingOrders,
  TURNS,
  type Turn,
} from "../measure/workload.ts";
import { DecimalDesk } from "./decimal-desk.ts";
import type { DeskAccount, DeskMarket, DeskPlacing } from "./decimal-desk-book.ts";

/** It is slow: a part of the turns is enough to know by how much. */
const PART = 5_000;
const POINTS = 100_000;
const BALANCE = new Decimal(100_000);

export function prepareDesk(): () => number {
  const desk = new DecimalDesk();
  for (let id = 1; id <= MARKETS; id += 1) desk.addMarket(marketOf(id));
  for (let id = 1; id <= ACCOUNTS; id += 1) desk.addAccount(accountOf(id));
  for (const { account, market, isBuy, loss, gain } of restingOrders()) {
    const sign = isBuy ? 1 : -1;
    desk.place({
      ...placing({ account, market, isBuy, size: 1 }, null),
      stopLoss: priceOf(START - sign * loss),
      takeProfit: priceOf(START + sign * gain),
    });
  }
  const turns = TURNS.slice(0, PART).map((turn) => ({
    atMarket: placing(turn, null),
    pending: placing(turn, priceOf(turn.isBuy ? START - 900 : START + 900)),
  }));
  return () => {
    for (const { atMarket, pending } of turns) {
      const opened = desk.place(atMarket);
      const placed = desk.place(pending);
      desk.cancel(pending.accountId, placed, AT_MS);
      desk.close(atMarket.accountId, opened, AT_MS);
    }
    return turns.length * COMMANDS_PER_TURN;
  };
}

function placing({ account, market, isBuy, size }: Turn, target: Decimal | null): DeskPlacing {
  return {
    atMs: AT_MS,
    accountId: account,
    marketId: market,
    isBuy,
    lots: new Decimal(size).div(100),
    leverage: 100,
    target,
    stopLoss: null,
    takeProfit: null,
    expiresAtMs: null,
  };
}

function priceOf(points: number): Decimal {
  return new Decimal(points).div(POINTS);
}

function marketOf(id: number): DeskMarket {
  return {
    id,
    termsVersion: 1,
    unitsPerLot: new Decimal(100_000),
    lotsMin: new Decimal("0.01"),
    lotsMax: new Decimal(100),
    lotStep: new Decimal("0.01"),
    leverages: [100],
    feeRate: new Decimal("0.00003"),
    priceAgeMaxMs: 60_000,
    isOpen: true,
    seq: 1,
    bid: priceOf(START),
    ask: priceOf(START + SPREAD),
    quotedAtMs: AT_MS,
    watched: new Map(),
  };
}

function accountOf(id: number): DeskAccount {
  return {
    id,
    cash: BALANCE,
    used: new Decimal(0),
    reserved: new Decimal(0),
    positions: new Map(),
    pending: new Map(),
    leverageMax: null,
    coolOffUntilMs: null,
    selfExcludedUntilMs: null,
    dailyLossMax: null,
    dayEquity: BALANCE,
  };
}
