// The limits that a trader sets for the own account, on the wire and in our own words. The engine
// keeps them. Browser-safe: no schema library here; `limits.calls.ts` declares the calls.

import { levelFromWire, levelToWire } from "./order.ts";

/** Bounds of what can be asked for; the web offers choices within them. */
export const COOL_OFF_HOURS_MAX = 1_008;
export const EXCLUDE_DAYS_MAX = 1_825;
export const LEVERAGE_LIMIT_MAX = 1_000;

export type Limits = {
  /** USD a trading day; null: none. */
  readonly dailyLoss: string | null;
  readonly leverageMax: number | null;
  /** Unix seconds; null when there is no pause now. */
  readonly coolOffUntil: number | null;
  readonly excludedUntil: number | null;
};

export type LimitsWire = {
  DailyLoss: string;
  MaxLeverage: number;
  CoolOffUntil: number;
  ExcludedUntil: number;
};

export function limitsToWire(limits: Limits): LimitsWire {
  return {
    DailyLoss: levelToWire(limits.dailyLoss),
    MaxLeverage: limits.leverageMax ?? 0,
    CoolOffUntil: limits.coolOffUntil ?? 0,
    ExcludedUntil: limits.excludedUntil ?? 0,
  };
}

export function limitsFromWire(wire: LimitsWire): Limits {
  return {
    dailyLoss: levelFromWire(wire.DailyLoss),
    leverageMax: wire.MaxLeverage === 0 ? null : wire.MaxLeverage,
    coolOffUntil: wire.CoolOffUntil === 0 ? null : wire.CoolOffUntil,
    excludedUntil: wire.ExcludedUntil === 0 ? null : wire.ExcludedUntil,
  };
}

/** What to change; an absent part stays, null takes a limit off. Pauses start now. */
export type LimitsChange = {
  readonly dailyLoss?: string | null;
  readonly leverageMax?: number | null;
  readonly coolOffHours?: number;
  readonly excludeDays?: number;
};
