// Notices by the day they came, in the reader's own time: pure. "Today" and "yesterday" in his
// words, older days by their date.

import type { Notice } from "@truetick/contract/notices";

export type NoticeDay = {
  readonly key: string;
  readonly name: string;
  readonly notices: readonly Notice[];
};

const DAY_MS = 86_400_000;

/** A day of the reader's calendar as a number that grows by one. */
function dayNumber(atMs: number): number {
  const { year, month, day } = partsOf(atMs);
  return Math.round(Date.UTC(year, month, day) / DAY_MS);
}

function partsOf(atMs: number): { year: number; month: number; day: number } {
  const at = new Date(atMs);
  return { year: at.getFullYear(), month: at.getMonth(), day: at.getDate() };
}

function nameOf(atMs: number, nowMs: number, tag: string): string {
  const daysAgo = dayNumber(nowMs) - dayNumber(atMs);
  if (daysAgo <= 1) {
    const words = new Intl.RelativeTimeFormat(tag, { numeric: "auto" });
    return words.format(-Math.max(0, daysAgo), "day");
  }
  const isThisYear = partsOf(atMs).year === partsOf(nowMs).year;
  const year = isThisYear ? {} : ({ year: "numeric" } as const);
  const date = { weekday: "long", day: "numeric", month: "long", ...year } as const;
  return new Intl.DateTimeFormat(tag, date).format(atMs);
}

/** Keeps the order they came in. */
export function noticesByDay(
  notices: readonly Notice[],
  { nowMs, tag }: { readonly nowMs: number; readonly tag: string },
): readonly NoticeDay[] {
  const days = new Map<number, Notice[]>();
  for (const notice of notices) {
    const day = dayNumber(notice.createdAt * 1_000);
    days.set(day, [...(days.get(day) ?? []), notice]);
  }
  return [...days].map(([day, those]) => ({
    key: String(day),
    name: nameOf((those[0]?.createdAt ?? 0) * 1_000, nowMs, tag),
    notices: those,
  }));
}
