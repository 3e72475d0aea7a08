// Keeps the exposures of an account in step with its positions. Called by `apply` only.
import { assert } from "@truetick/money";
import { f64, i32, NONE } from "../state/columns.ts";
import type { MarketSlot } from "../state/market-slot.ts";
import type { State } from "../state/state.ts";
import { eraseBand } from "./bands.ts";

type Size = { readonly isSell: boolean; readonly lots: number; readonly openPrice: number };

/** A position was opened: it is exposed to its market and to those that convert it. */
export function addExposure(state: State, account: number, market: MarketSlot, size: Size): void {
  const slot = touch(state, account, market);
  addLots(state, slot, size, 1);
  state.exposures.holdingCount[slot] = i32(state.exposures.holdingCount, slot) + 1;
  for (const step of market.quotePath ?? []) {
    if (step.market === market) continue;
    const through = touch(state, account, step.market);
    state.exposures.conversionCount[through] = i32(state.exposures.conversionCount, through) + 1;
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
  addLots(state, slot, size, -1);
}

/** A position was closed. */
export function removeExposure(
  state: State,
  account: number,
  market: MarketSlot,
  size: Size,
): void {
  reduceExposure(state, account, market, size);
  const { exposures } = state;
  const slot = exposures.find(account, market.slot);
  const left = i32(exposures.holdingCount, slot) - 1;
  exposures.holdingCount[slot] = left;
  if (left === 0) {
    assert(f64(exposures.longLots, slot) === 0, "Invariant: no position, no long lots");
    assert(f64(exposures.shortLots, slot) === 0, "Invariant: no position, no short lots");
    exposures.longCost[slot] = 0;
    exposures.shortCost[slot] = 0;
  }
  for (const step of market.quotePath ?? []) {
    if (step.market === market) continue;
    const through = exposures.find(account, step.market.slot);
    exposures.conversionCount[through] = i32(exposures.conversionCount, through) - 1;
    dropIdle(state, through, step.market);
  }
  dropIdle(state, slot, market);
}

/** Paths of conversion changed: every exposure is made anew from the orders. */
export function rebuildExposures(state: State): void {
  const { accounts, exposures, orders } = state;
  for (let account = 0; account < accounts.count; account += 1) {
    let slot = accounts.firstExposure(account);
    while (slot !== NONE) {
      const next = i32(exposures.nextInAccount, slot);
      eraseBand(slot, state.marketAt(i32(exposures.market, slot)));
      exposures.holdingCount[slot] = 0;
      exposures.conversionCount[slot] = 0;
      exposures.remove(slot);
      slot = next;
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
  return slot === NONE ? exposures.add(account, market.slot) : slot;
}

function addLots(state: State, slot: number, size: Size, sign: 1 | -1): void {
  const { exposures } = state;
  const lots = sign * size.lots;
  if (size.isSell) {
    exposures.shortLots[slot] = f64(exposures.shortLots, slot) + lots;
    exposures.shortCost[slot] = f64(exposures.shortCost, slot) + lots * size.openPrice;
  } else {
    exposures.longLots[slot] = f64(exposures.longLots, slot) + lots;
    exposures.longCost[slot] = f64(exposures.longCost, slot) + lots * size.openPrice;
  }
}

function dropIdle(state: State, slot: number, market: MarketSlot): void {
  if (!state.exposures.isIdle(slot)) return;
  eraseBand(slot, market);
  state.exposures.remove(slot);
}
