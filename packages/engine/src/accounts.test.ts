// What must hold of money and margin in any history, against the rules without indexes.

import { assert } from "@truetick/money";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { HoldSettled } from "./event.ts";
import { type Book, type Event, isDealt, type State } from "./index.ts";
import { i32, i64 } from "./state/columns.ts";
import { worthOf } from "./testing/brute-force.ts";
import { acts, Run, runs } from "./testing/random-run.ts";

vi.setConfig({ testTimeout: 120_000 });

function houseSum(state: State, book: Book): bigint {
  return state.house[book].reduce((sum, balance) => sum + balance, 0n);
}

function cashSum({ accounts }: State, book: Book): bigint {
  let sum = 0n;
  for (let slot = 0; slot < accounts.count; slot += 1) {
    if (accounts.book(slot) === book) sum += accounts.cash(slot);
  }
  return sum;
}

describe("money", () => {
  test("P05: what accounts and house own sums to zero after every step, in each book", () => {
    fc.assert(
      fc.property(acts(), (list) => {
        const run = new Run().begin();
        for (const act of list) {
          run.step(act);
          for (const book of ["real", "demo"] as const) {
            assert(cashSum(run.state, book) + houseSum(run.state, book) === 0n, book);
          }
        }
        expect(clearingOf(run.state)).toBe(-depositsOf(run.history));
      }),
      runs(60),
    );
  });

  test("inv09, inv04: used and reserved are sums over the orders, no flat cash is below 0", () => {
    fc.assert(
      fc.property(acts(), (list) => {
        const run = new Run().begin();
        for (const act of list) {
          run.step(act);
          checkSums(run.state);
        }
      }),
      runs(60),
    );
  });
});

function depositsOf(history: readonly Event[]): bigint {
  let sum = 0n;
  for (const event of history) {
    if (event.type === "FundsCredited" && event.cause === "deposit") sum += event.amount;
    if (event.type === "HoldSettled") sum -= event.amount - feeOf(event);
  }
  return sum;
}

function feeOf({ movements }: HoldSettled): bigint {
  const fee = movements.find(({ cause }) => cause === "withdrawal-fee");
  return fee === undefined ? 0n : fee.postings[1].amount;
}

function clearingOf(state: State): bigint {
  return state.house.real[5] ?? 0n;
}

function checkSums(state: State): void {
  const { accounts, orders } = state;
  for (let account = 0; account < accounts.count; account += 1) {
    let used = 0n;
    let reserved = 0n;
    for (let slot = 0; slot < orders.slotsEnd; slot += 1) {
      if (!orders.isLive(slot) || i32(orders.account, slot) !== account) continue;
      if (orders.isHolding(slot)) used += i64(orders.margin, slot);
      else reserved += i64(orders.margin, slot) + i64(orders.fee, slot);
    }
    assert(accounts.used(account) === used, "used is the sum of margins held");
    assert(accounts.reserved(account) === reserved, "reserved is the sum over pending");
    assert(used > 0n || accounts.cash(account) >= 0n, "the flat are not below zero");
  }
}

describe("margin, against brute force", () => {
  test("P08: after a tick nobody it touches is left at 50 %, and all flags are right", () => {
    let crossings = 0;
    fc.assert(
      fc.property(acts(160), (list) => {
        const run = new Run().begin();
        for (const act of list) {
          const { command, decision } = run.step(act);
          if (command.type !== "TakeQuote" || !decision.isAccepted) continue;
          crossings += decision.events.filter(isCrossing).length;
          checkMargin(run.state, run.state.marketOf(command.marketId)?.slot ?? -1, command.atMs);
        }
      }),
      runs(150),
    );
    expect(crossings).toBeGreaterThan(100);
  });

  test("P08, P09: stop-outs start at 50 % or less, protection pays exactly what is missing", () => {
    fc.assert(
      fc.property(acts(160), (list) => {
        const run = new Run().begin();
        for (const act of list) {
          const { decision } = run.step(act);
          if (decision.isAccepted) checkStopOuts(decision.events);
        }
      }),
      runs(80),
    );
  });
});

function isCrossing({ type }: Event): boolean {
  return type === "MarginCalled" || type === "MarginRestored" || type === "StoppedOut";
}

function checkMargin(state: State, market: number, atMs: number): void {
  const { accounts } = state;
  if (!isDealt(state.marketAt(market).session)) return;
  for (let account = 0; account < accounts.count; account += 1) {
    const { equity, used, markets, hasClosable } = worthOf(state, account, atMs);
    if (![...markets].some(({ slot }) => slot === market)) continue;
    const told = accounts.isMarginCalled(account);
    const label = `account ${accounts.accountId(account)}: equity ${equity}, used ${used}`;
    assert(told === equity <= used, label);
    assert(!hasClosable || equity * 100n > used * 50n, label);
  }
}

function checkStopOuts(events: readonly Event[]): void {
  for (const [at, event] of events.entries()) {
    if (event.type === "StoppedOut") {
      expect(event.equity * 100n <= event.used * 50n).toBe(true);
      expect(event.quotes.length).toBeGreaterThan(0);
    }
    if (event.type === "BalanceProtected") {
      const before = events[at - 1];
      const closing = before?.type === "OrderClosed" ? before.movements.at(-1) : undefined;
      expect(event.amount).toBe(-(closing?.postings[0].balance ?? 0n));
      expect(event.movements[0]?.postings[1].account).toBe("protection");
    }
  }
}
