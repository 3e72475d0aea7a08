// How the simulator divides time: UTC days, minutes and slots of ten seconds. A slot is the
// smallest piece whose end price is drawn; ticks fill it in. Every bar is a whole number of slots.

export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;
export const SLOT_MS = 10_000;

export const MINUTES_PER_DAY = DAY_MS / MINUTE_MS;
export const SLOTS_PER_MINUTE = MINUTE_MS / SLOT_MS;
export const SLOTS_PER_DAY = DAY_MS / SLOT_MS;

/** The first day that has prices: 2022-01-01. Charts reach back to here. */
export const FIRST_DAY = Date.UTC(2022, 0, 1) / DAY_MS;

/** The UTC day of a moment, counted from 1970-01-01. */
export function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}
