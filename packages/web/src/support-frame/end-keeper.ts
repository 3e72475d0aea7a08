// Keeps a list at its newest line while the reader is there, and lets them read above while they
// are not. Used by message-list.ts.

const NEAR_END_PX = 80;

export type EndKeeper = {
  readonly isFollowing: () => boolean;
  readonly goToEnd: () => void;
  /** From now on the newest is wanted. */
  readonly follow: () => void;
  /** Draws, and leaves in sight what was. */
  readonly around: (draw: () => void) => void;
};

export function createEndKeeper(
  scroller: HTMLElement,
  { grows, onMoved }: { readonly grows: HTMLElement; readonly onMoved: () => void },
): EndKeeper {
  let isFollowing = true;
  const goToEnd = () => {
    scroller.scrollTop = scroller.scrollHeight;
  };
  const noteMoved = () => {
    const left = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
    isFollowing = left < NEAR_END_PX;
    onMoved();
  };
  scroller.addEventListener("scroll", noteMoved, { passive: true });
  // A keyboard takes room away, a picture that comes needs some: the newest stays in sight.
  const sizes = new ResizeObserver(() => {
    if (isFollowing) goToEnd();
  });
  for (const sized of [scroller, grows]) sizes.observe(sized);
  return {
    isFollowing: () => isFollowing,
    goToEnd,
    follow: () => {
      isFollowing = true;
    },
    around(draw) {
      const below = scroller.scrollHeight - scroller.scrollTop;
      draw();
      if (isFollowing) goToEnd();
      else scroller.scrollTop = scroller.scrollHeight - below;
    },
  };
}
