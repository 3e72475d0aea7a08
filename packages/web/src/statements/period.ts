// The periods a statement can be asked for, in the reader's own days: from the first moment of one
// day up to, and without, the first of another. Pure.

import type { StatementPeriod } from "@truetick/contract/cashier";

export const PERIOD_IDS = ["week", "month", "lastMonth", "year", "own"] as const;
export type PeriodId = (typeof PERIOD_IDS)[number];

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const WEEK_DAYS = 7;

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** Midnight of a day as a date field writes it ("2026-11-15"), so many days later; or null. */
function midnightOf(day: string, later = 0): Date | null {
  const [, year = "", month = "", date = ""] = DAY.exec(day) ?? [];
  if (year === "") return null;
  const midnight = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(midnight.getTime()) ? null : midnight;
}

/** A day as a date field writes it. */
export function dayOf(date: Date): string {
  const two = (count: number) => String(count).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function namedPeriod(id: Exclude<PeriodId, "own">, now: Date): StatementPeriod {
  const year = now.getFullYear();
  const month = now.getMonth();
  const tomorrow = new Date(year, month, now.getDate() + 1);
  const starts = {
    week: new Date(year, month, now.getDate() + 1 - WEEK_DAYS),
    month: new Date(year, month, 1),
    lastMonth: new Date(year, month - 1, 1),
    year: new Date(year, 0, 1),
  };
  const end = id === "lastMonth" ? starts.month : tomorrow;
  return { from: secondsOf(starts[id]), to: secondsOf(end) };
}

/** Both days count. Null when one is missing or they stand the wrong way round. */
export function ownPeriod(firstDay: string, lastDay: string): StatementPeriod | null {
  const from = midnightOf(firstDay);
  const to = midnightOf(lastDay, 1);
  if (!from || !to || from >= to) return null;
  return { from: secondsOf(from), to: secondsOf(to) };
}
