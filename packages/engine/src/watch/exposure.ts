// Keeps the exposures of an account in step with its positions. Called by `apply` only.
import { assert } from "@truetick/money";
import { f64, i32, NONE } from "../state/columns.ts";
import type { MarketSlot } from "../state/market-slot.ts";
import type { State } from "../state/state.ts";
import { eraseBand, moveBand } from "./bands.ts";

type Size = { readonly isSell: boolean; readonly lots: number; readonly openPrice: number };

/** A position was opened: it is exposed to its market and to those that convert it. */
export function addExposure(state: State, account: number, market: MarketSlot, size: Size): void {
  const { exposures } = state;
  const slot = touch(state, account, market);
  exposures.addLots(slot, size.isSell, size.lots, size.openPrice);
  exposures.countPosition(slot, 1);
  for (const step of market.quotePath ?? []) {
    if (step.market !== market) exposures.countConversion(touch(state, account, step.market), 1);
  }
}

/** Part of a position was closed. */
export function reduceExposure(
  state: State,
  account: number,
  market: MarketSlot,
  size: Size,
): void {
  const slot = state.exposures.find(account, market.slot);
  assert(slot !== NONE, "Invariant: a position has its exposure");
  state.exposures.addLots(slot, size.isSell, -size.lots, size.openPrice);
}

/** A position was closed. */
export function removeExposure(
  state: State,
  account: number,
  market: MarketSlot,
  size: Size,
): void {
  const { exposures } = state;
  const slot = exposures.find(account, market.slot);
  assert(slot !== NONE, "Invariant: a position has its exposure");
  exposures.addLots(slot, size.isSell, -size.lots, size.openPrice);
  exposures.countPosition(slot, -1);
  // What is dropped changes the slots of others, so each is looked for when its turn comes.
  dropIdle(state, slot, market);
  for (const step of market.quotePath ?? []) {
    if (step.market === market) continue;
    const through = exposures.find(account, step.market.slot);
    exposures.countConversion(through, -1);
    dropIdle(state, through, step.market);
  }
}

/** Paths of conversion changed: every exposure is made anew from the orders. */
export function rebuildExposures(state: State): void {
  const { accounts, exposures, orders } = state;
  for (let account = 0; account < accounts.count; account += 1) {
    for (let slot = exposures.end(account) - 1; slot >= exposures.first(account); slot -= 1) {
      exposures.clear(slot);
      dropIdle(state, slot, state.marketAt(exposures.market(slot)));
    }
  }
  for (let slot = 0; slot < orders.slotsEnd; slot += 1) {
    if (!orders.isHolding(slot)) continue;
    const account = i32(orders.account, slot);
    addExposure(state, account, state.marketAt(i32(orders.market, slot)), {
      isSell: orders.isSell(slot),
      lots: f64(orders.lots, slot),
      openPrice: f64(orders.openPrice, slot),
    });
    state.unband(account);
  }
}

function touch(state: State, account: number, market: MarketSlot): number {
  const { exposures } = state;
  const slot = exposures.find(account, market.slot);
  if (slot !== NONE) return slot;
  if (exposures.isFull(account)) enlarge(state, account);
  return exposures.add(account, market.slot);
}

function enlarge(state: State, account: number): void {
  const { exposures } = state;
  const before = exposures.first(account);
  exposures.enlarge(account);
  const moved = exposures.first(account) - before;
  for (let slot = exposures.first(account); slot < exposures.end(account); slot += 1) {
    moveBand(slot - moved, slot, state.marketAt(exposures.market(slot)));
  }
}

function dropIdle(state: State, slot: number, market: MarketSlot): void {
  const { exposures } = state;
  if (!exposures.isIdle(slot)) return;
  eraseBand(slot, market);
  const freed = exposures.remove(slot);
  if (freed !== slot) moveBand(freed, slot, state.marketAt(exposures.market(slot)));
}
