// When to do what can wait: after the next frame, when the page is idle, or simply in a task of its
// own, so that a finger is answered in between. The answers take the wish back.

const IDLE_WITHIN_MS = 200;

/** Calls back when the page has nothing else to do; soon, where a browser cannot tell. */
export function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(act, 0);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(act, { timeout: IDLE_WITHIN_MS });
  return () => cancelIdleCallback(asked);
}

/** Calls back once what is on the page now has been painted. */
export function whenPainted(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Cuts long work in two. */
export function nextTask(): Promise<void> {
  return new Promise((resume) => setTimeout(resume));
}
