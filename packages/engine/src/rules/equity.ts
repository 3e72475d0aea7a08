// Exact figures of an account: floating profit order by order, each rounded as it would be booked.
// Marks decide what is far from a threshold, these decide what is near.

import type { Lots } from "@truetick/money";
import {
  longProfit,
  type Money,
  money,
  numberOf,
  price,
  shortProfit,
  ZERO_MONEY,
} from "@truetick/money";
import { f64, i32, NONE } from "../state/columns.ts";
import type { MarketSlot } from "../state/market-slot.ts";
import type { State } from "../state/state.ts";
import type { Mark } from "./mark.ts";
import type { Prices } from "./prices.ts";

type Size = { readonly isSell: boolean; readonly lots: number; readonly openPrice: number };

/** Profit of a position if it were closed now; null before its market or conversion is quoted. */
export function profitOf(market: MarketSlot, size: Size, prices: Prices): Money | null {
  if (!prices.isQuoted(market)) return null;
  const conversion = prices.convert(market.quotePath);
  if (conversion === null) return null;
  const input = {
    contract: market.contract,
    lots: size.lots as Lots,
    openPrice: price(size.openPrice),
    closePrice: prices.closingOf(market, size.isSell),
    conversion: conversion.ratio,
  };
  return size.isSell ? shortProfit(input) : longProfit(input);
}

/** Floating profit of all positions in the state; null when one cannot be valued. */
export function floatingOf(state: State, account: number, prices: Prices): Money | null {
  const { accounts, orders } = state;
  let floating: bigint = ZERO_MONEY;
  let slot = accounts.firstOrder(account);
  for (; slot !== NONE; slot = i32(orders.nextInAccount, slot)) {
    if (!orders.isHolding(slot)) continue;
    const size = {
      isSell: orders.isSell(slot),
      lots: f64(orders.lots, slot),
      openPrice: f64(orders.openPrice, slot),
    };
    const profit = profitOf(state.marketAt(i32(orders.market, slot)), size, prices);
    if (profit === null) return null;
    floating += profit;
  }
  return money(floating);
}

/** cash - used - reserved: what can be spent. */
function balanceOf(state: State, account: number): Money {
  const { accounts } = state;
  return money(accounts.cash(account) - accounts.used(account) - accounts.reserved(account));
}

/** min(balance, free): paper profit neither opens a trade nor leaves as a withdrawal. */
export function availableOf(state: State, account: number, prices: Prices): Money | null {
  const balance = balanceOf(state, account);
  const floating = floatingOf(state, account, prices);
  if (floating === null) return null;
  return floating < 0n ? money(balance + floating) : balance;
}

/** The quotes of a decision, and what an account is worth by them. */
export type Marked = { readonly prices: Prices; readonly mark: Mark };

/** How far the Number of an amount of 64 bits is from it, at most, as a share of it. */
const MARK_ERROR = 1e-15;
/** Beyond this the Number of an amount may be that of another. */
const MARKED_MAX = 2n ** 62n;

/** Whether the amount fits into min(balance, free). By the mark where that is far enough away. */
export function isAffordable(
  state: State,
  account: number,
  amount: Money,
  { prices, mark }: Marked,
): boolean {
  const { accounts } = state;
  const locked = accounts.usedMark(account) + accounts.reservedMark(account);
  const left = Math.min(accounts.cashMark(account), mark.equity) - locked - numberOf(amount);
  const isFar = left > 2 * mark.tolerance + locked * MARK_ERROR;
  if (isFar && amount < MARKED_MAX) return true;
  if (amount > balanceOf(state, account)) return false;
  if (accounts.holdingCount(account) === 0) return true;
  const available = availableOf(state, account, prices);
  return available !== null && amount <= available;
}
