// Ended orders under the days on which they ended, by the reader's own clock, newest first. Pure.

import type { Order } from "@truetick/contract";

export type DayRow =
  | { readonly kind: "day"; readonly id: string /** Its first moment. */; readonly at: Date }
  | { readonly kind: "order"; readonly id: string; readonly order: Order };

function dayOf(seconds: number): Date {
  const at = new Date(seconds * 1_000);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate());
}

/** A heading before the first order of every day. Orders that have not ended have none. */
export function groupDays(orders: readonly Order[]): readonly DayRow[] {
  const rows: DayRow[] = [];
  let last = Number.NaN;
  for (const order of orders) {
    if (order.endedAt !== null) {
      const at = dayOf(order.endedAt);
      if (at.getTime() !== last) rows.push({ kind: "day", id: `day-${at.getTime()}`, at });
      last = at.getTime();
    }
    rows.push({ kind: "order", id: order.id, order });
  }
  return rows;
}

const DAY_MS = 86_400_000;

/** "Today", "yesterday", or the date with its weekday, as the language writes them. */
export function nameDay(at: Date, now: Date, tag: string): string {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const days = Math.round((at.getTime() - today.getTime()) / DAY_MS);
  if (days === 0 || days === -1) {
    const name = new Intl.RelativeTimeFormat(tag, { numeric: "auto" }).format(days, "day");
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  }
  const isThisYear = at.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(tag, {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(isThisYear ? {} : { year: "numeric" }),
  }).format(at);
}
