// Where the price stands between the day's low and high, with the way it has come since the open.
// `RangeBar` is the frame; `paintRange` places its marks, so that a tick costs no render. Charts
// and gauges run left to right in every language.

import type { Ref } from "react";
import { paintDirection } from "./paint-direction.ts";
import styles from "./range-bar.module.css";

export function RangeBar({
  ref,
  cell,
}: {
  readonly ref?: Ref<HTMLSpanElement>;
  /** Names the frame for a painter that finds its cells by name. */
  readonly cell?: string;
}) {
  return (
    <span
      ref={ref}
      className={styles.range}
      aria-hidden="true"
      dir="ltr"
      data-cell={cell}
      data-direction="flat"
    >
      <span className={styles.way} />
      <span className={styles.open} />
      <span className={styles.now} />
    </span>
  );
}

export type DayRange = {
  readonly low: number;
  readonly high: number;
  readonly open: number;
  readonly now: number;
};

function share(value: number, { low, high }: DayRange): number {
  if (high <= low) return 0.5;
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

const percent = (part: number) => `${(part * 100).toFixed(1)}%`;

/** Places the marks; writes only what has moved by a tenth of a percent. */
export function paintRange(frame: HTMLElement, day: DayRange): void {
  const open = share(day.open, day);
  const now = share(day.now, day);
  const place = `${percent(open)} ${percent(now)}`;
  if (frame.dataset.place === place) return;
  frame.dataset.place = place;
  paintDirection(frame, now > open ? "up" : now < open ? "down" : "flat");
  frame.style.setProperty("--open-at", percent(open));
  frame.style.setProperty("--now-at", percent(now));
  frame.style.setProperty("--way-from", percent(Math.min(open, now)));
  frame.style.setProperty("--way-size", Math.abs(now - open).toFixed(3));
}
