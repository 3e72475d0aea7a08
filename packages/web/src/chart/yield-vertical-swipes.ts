// On a phone the chart fills most of the screen, and its library takes every touch for itself. A
// finger that sets out up or down means the page: such a swipe is kept from the chart, so that the
// browser scrolls. Sideways drags, pinches and a long press (the cross) stay the chart's.

/** A finger that rests this long before it moves is holding the cross. */
const LONG_PRESS_MS = 240;

type Swipe = { readonly x: number; readonly y: number; readonly atMs: number };

/** Answers how to stop. */
export function yieldVerticalSwipes(element: HTMLElement): () => void {
  let start: Swipe | null = null;
  let isPageScroll: boolean | null = null;
  const begin = (event: TouchEvent) => {
    const touch = event.touches.length === 1 ? event.touches[0] : undefined;
    start = touch ? { x: touch.clientX, y: touch.clientY, atMs: event.timeStamp } : null;
    isPageScroll = null;
  };
  const move = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (!start || !touch) return;
    isPageScroll ??=
      event.timeStamp - start.atMs < LONG_PRESS_MS &&
      Math.abs(touch.clientY - start.y) > Math.abs(touch.clientX - start.x);
    if (isPageScroll) event.stopPropagation();
  };
  const options = { capture: true, passive: true };
  element.addEventListener("touchstart", begin, options);
  element.addEventListener("touchmove", move, options);
  return () => {
    element.removeEventListener("touchstart", begin, options);
    element.removeEventListener("touchmove", move, options);
  };
}
