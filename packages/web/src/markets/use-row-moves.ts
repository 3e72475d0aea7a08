// How keys and the mouse move through the rows of a table of markets: arrows, Home and End walk
// (from star to star on stars), a row that has the focus or the resting mouse is the active one.

import type { Market } from "@truetick/contract";
import {
  type DOMAttributes,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useRef,
} from "react";
import type { RowWindow } from "./use-row-window.ts";

/** A mouse that only passes over a row does not choose it. */
const HOVER_MS = 120;

/** Which row a key asks for; null for any other key. */
function rowAsked(key: string, at: number, count: number): number | null {
  if (key === "ArrowDown") return Math.min(count - 1, at + 1);
  if (key === "ArrowUp") return Math.max(0, at - 1);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}

function marketIdAt(target: EventTarget): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-market]") : null;
  return row?.dataset.market ?? null;
}

type Moves = Pick<
  DOMAttributes<HTMLTableSectionElement>,
  "onKeyDown" | "onFocus" | "onPointerOver" | "onPointerLeave"
>;

export function useRowMoves(
  markets: readonly Market[],
  { from, to, reveal }: RowWindow,
  onActive: (marketId: string) => void,
): Moves {
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined);
  return {
    onKeyDown(event: KeyboardEvent<HTMLTableSectionElement>) {
      const at = markets.findIndex(({ id }) => id === marketIdAt(event.target));
      const next = rowAsked(event.key, at, markets.length);
      if (next === null || at < 0 || event.altKey || event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      if (next < from || next >= to) reveal(next);
      const row = event.currentTarget.querySelector(`[data-market="${markets[next]?.id}"]`);
      const isOnStar = event.target instanceof HTMLButtonElement;
      row?.querySelector<HTMLElement>(isOnStar ? "button" : "a")?.focus();
    },
    onFocus(event: FocusEvent<HTMLTableSectionElement>) {
      const marketId = marketIdAt(event.target);
      if (marketId) onActive(marketId);
    },
    onPointerOver(event: PointerEvent<HTMLTableSectionElement>) {
      clearTimeout(hover.current);
      const marketId = event.pointerType === "mouse" ? marketIdAt(event.target) : null;
      if (marketId) hover.current = setTimeout(() => onActive(marketId), HOVER_MS);
    },
    onPointerLeave: () => clearTimeout(hover.current),
  };
}
