// The limits that a trader sets for the own account, on the wire and in our own words. The engine
// keeps them. Browser-safe: no schema library here; `limits.calls.ts` declares the calls.

import { levelFromWire, levelToWire } from "./order.ts";

/** Bounds of what can be asked for; the web offers choices within them. */
export const COOL_OFF_HOURS_MAX = 1_008;
export const EXCLUDE_DAYS_MAX = 1_825;
export const LEVERAGE_LIMIT_MAX = 1_000;

/** Which position a stop-out takes first. */
export const STOP_OUT_ORDERS = ["most-margin", "most-losing"] as const;
export type StopOutOrder = (typeof STOP_OUT_ORDERS)[number];

export type Limits = {
  /** USD a trading day; null: none. */
  readonly dailyLoss: string | null;
  readonly leverageMax: number | null;
  readonly stopOutOrder: StopOutOrder;
  /** Unix seconds; null when there is no pause now. */
  readonly coolOffUntil: number | null;
  readonly excludedUntil: number | null;
};

export type LimitsWire = {
  DailyLoss: string;
  MaxLeverage: number;
  StopOutOrder: StopOutOrder;
  CoolOffUntil: number;
  ExcludedUntil: number;
};

export function limitsToWire(limits: Limits): LimitsWire {
  return {
    DailyLoss: levelToWire(limits.dailyLoss),
    MaxLeverage: limits.leverageMax ?? 0,
    StopOutOrder: limits.stopOutOrder,
    CoolOffUntil: limits.coolOffUntil ?? 0,
    ExcludedUntil: limits.excludedUntil ?? 0,
  };
}

export function limitsFromWire(wire: LimitsWire): Limits {
  return {
    dailyLoss: levelFromWire(wire.DailyLoss),
    leverageMax: wire.MaxLeverage === 0 ? null : wire.MaxLeverage,
    stopOutOrder: wire.StopOutOrder,
    coolOffUntil: wire.CoolOffUntil === 0 ? null : wire.CoolOffUntil,
    excludedUntil: wire.ExcludedUntil === 0 ? null : wire.ExcludedUntil,
  };
}

/** What to change; an absent part stays, null takes a limit off. Pauses start now. */
export type LimitsChange = {
  readonly dailyLoss?: string | null;
  readonly leverageMax?: number | null;
  readonly stopOutOrder?: StopOutOrder;
  readonly coolOffHours?: number;
  readonly excludeDays?: number;
};
