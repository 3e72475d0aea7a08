// Long tables are drawn only where they are seen: past a hundred rows, those in view and some
// around them, with empty room above and below. Short tables are drawn whole, a few rows at a time:
// the first screenful from frame to frame, the others while nothing else is to be done. So no step
// takes long, on a slow phone neither. All rows are equally high (the style sheet sees to it).

import { type RefObject, useCallback, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { whenIdle, whenPainted } from "../app/later.ts";

const DRAWN_WHOLE_MAX = 100;
/** Rows around the view that are drawn ahead of the scroll. */
const AHEAD = 16;
const FIRST_ROWS = 40;
/** Of a short table: so many at once, and so many more after every frame, up to a screenful. */
const ROWS_AT_ONCE = 4;
const SCREENFUL = 16;
const ROWS_PER_IDLE = 3;
/** Room for each row that is still to be drawn: what stands below must not come into view. */
const ROW_PX_MIN = 48;

export type RowRange = { readonly from: number; readonly to: number };
export type RowWindow = RowRange & {
  /** Empty room, in pixels. */
  readonly above: number;
  readonly below: number;
  /** Draws a row that is out of sight, so that it can be focused. */
  readonly reveal: (row: number) => void;
};

/** Which rows to draw: `hidden` pixels of the table are above the view. */
export function rowsInView({
  hidden,
  view,
  rowHeight,
  count,
}: {
  readonly hidden: number;
  readonly view: number;
  readonly rowHeight: number;
  readonly count: number;
}): RowRange {
  const first = Math.floor(hidden / rowHeight) - AHEAD;
  const last = Math.ceil((hidden + view) / rowHeight) + AHEAD;
  const from = Math.min(Math.max(0, first), Math.max(0, count - 1));
  return { from, to: Math.min(count, Math.max(last, from + 1)) };
}

function scrollerOf(element: Element): Element {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return document.documentElement;
}

/** How many rows of a short table are drawn by now; never fewer than before. */
function useGrowing(count: number): readonly [number, (rows: number) => void] {
  const [drawn, setDrawn] = useState(ROWS_AT_ONCE);
  useEffect(() => {
    if (drawn >= count) return;
    if (drawn < SCREENFUL) return whenPainted(() => setDrawn((rows) => rows + ROWS_AT_ONCE));
    return whenIdle(() => setDrawn((rows) => rows + ROWS_PER_IDLE));
  }, [drawn, count]);
  return [Math.min(drawn, count), setDrawn];
}

export function useRowWindow(
  body: RefObject<HTMLTableSectionElement | null>,
  count: number,
): RowWindow {
  const isWhole = count <= DRAWN_WHOLE_MAX;
  const [grown, setGrown] = useGrowing(isWhole ? count : 0);
  const [rowHeight, setRowHeight] = useState(0);
  const [range, setRange] = useState<RowRange>({ from: 0, to: FIRST_ROWS });
  useEffect(() => {
    const element = body.current;
    if (isWhole || !element) return;
    const scroller = scrollerOf(element);
    const look = () => {
      const height = element.querySelector<HTMLElement>("[data-market]")?.offsetHeight ?? 0;
      if (height === 0) return;
      setRowHeight(height);
      const hidden = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top;
      const view = scroller.clientHeight;
      const next = rowsInView({ hidden, view, rowHeight: height, count });
      setRange((was) => (was.from === next.from && was.to === next.to ? was : next));
    };
    look();
    scroller.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      scroller.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [body, count, isWhole]);
  const reveal = useCallback(
    (row: number) =>
      flushSync(() => {
        setRange({ from: Math.max(0, row - AHEAD), to: Math.min(count, row + AHEAD) });
        setGrown(count);
      }),
    [count, setGrown],
  );
  const from = isWhole ? 0 : Math.min(range.from, Math.max(0, count - 1));
  const to = isWhole ? grown : Math.min(range.to, count);
  const below = (count - to) * (isWhole ? ROW_PX_MIN : rowHeight);
  return { from, to, above: from * rowHeight, below, reveal };
}
