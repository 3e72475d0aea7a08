// Pulling a list down at its top asks for it again. Only for fingers, only from the very top, and
// only what the style sheet draws moves: the indicator, not the list.

import { type RefObject, useEffect, useEffectEvent } from "react";

const PULL_ENOUGH_PX = 72;
const PULL_MAX_PX = 112;

/** How far a pull shows: ever slower, up to its end. */
function shownPull(distancePx: number): number {
  return Math.min(PULL_MAX_PX, distancePx * 0.55);
}

/** Sets `data-pull` (pulling | enough | working) and `--pull` on the element around the list. */
export function usePullToRefresh(
  list: RefObject<HTMLElement | null>,
  refresh: () => Promise<void>,
): void {
  const run = useEffectEvent(refresh);
  useEffect(() => {
    const element = list.current;
    const stage = element?.parentElement;
    if (!element || !stage) return;
    let startY: number | null = null;
    const show = (state: "pulling" | "enough" | "working" | null, distancePx: number) => {
      if (state) stage.dataset.pull = state;
      else delete stage.dataset.pull;
      stage.style.setProperty("--pull", `${distancePx}px`);
    };
    const begin = (event: TouchEvent) => {
      const isFree = element.scrollTop <= 0 && stage.dataset.pull !== "working";
      startY = isFree && event.touches.length === 1 ? (event.touches[0]?.clientY ?? null) : null;
    };
    const move = (event: TouchEvent) => {
      const y = event.touches[0]?.clientY;
      if (startY === null || y === undefined) return;
      const pull = shownPull(y - startY);
      if (pull <= 0 || element.scrollTop > 0) show(null, 0);
      else show(pull >= PULL_ENOUGH_PX ? "enough" : "pulling", pull);
    };
    const end = () => {
      startY = null;
      if (stage.dataset.pull !== "enough") {
        if (stage.dataset.pull !== "working") show(null, 0);
        return;
      }
      show("working", PULL_ENOUGH_PX);
      void run().finally(() => show(null, 0));
    };
    element.addEventListener("touchstart", begin, { passive: true });
    element.addEventListener("touchmove", move, { passive: true });
    element.addEventListener("touchend", end);
    element.addEventListener("touchcancel", end);
    return () => {
      element.removeEventListener("touchstart", begin);
      element.removeEventListener("touchmove", move);
      element.removeEventListener("touchend", end);
      element.removeEventListener("touchcancel", end);
    };
  }, [list]);
}
