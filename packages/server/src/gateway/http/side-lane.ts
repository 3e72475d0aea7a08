// The side lane: calls that are declared costly go on one per turn of the event loop, in the order
// they came. When five hundred log in at the same moment, an order that comes in between waits for
// one of them and not for all (T10). Used by the front door.

export type SideLane = {
  /** Settles when it is this one's turn. */
  readonly turn: () => Promise<void>;
};

export function createSideLane(): SideLane {
  const waiting: (() => void)[] = [];
  let isMoving = false;

  function letOneGo(): void {
    const next = waiting.shift();
    next?.();
    isMoving = waiting.length > 0;
    if (isMoving) setImmediate(letOneGo);
  }

  return {
    turn: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (isMoving) return;
        isMoving = true;
        setImmediate(letOneGo);
      }),
  };
}
