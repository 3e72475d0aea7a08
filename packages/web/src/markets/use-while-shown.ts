// Runs something for an element only while it is on the screen, or about to be: rows out of sight
// cost nothing per tick and load no sparkline. One observer serves the whole app.

import { type RefObject, useEffect, useEffectEvent } from "react";

type Task = { readonly start: () => () => void; stop: (() => void) | null };

const MARGIN = "160px 0px";
const tasks = new WeakMap<Element, Task>();
let observer: IntersectionObserver | null = null;

function shownChanged(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const task = tasks.get(target);
    if (!task) continue;
    if (isIntersecting) task.stop ??= task.start();
    else {
      task.stop?.();
      task.stop = null;
    }
  }
}

function watch(element: Element, start: () => () => void): () => void {
  observer ??= new IntersectionObserver(shownChanged, { rootMargin: MARGIN });
  const task: Task = { start, stop: null };
  tasks.set(element, task);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    tasks.delete(element);
    task.stop?.();
  };
}

/** `start` answers how to stop. It is started anew when the key changes. */
export function useWhileShown(
  element: RefObject<Element | null>,
  key: unknown,
  start: () => () => void,
): void {
  const begin = useEffectEvent(start);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when to begin anew
  useEffect(() => {
    if (!element.current) return;
    return watch(element.current, () => begin());
  }, [key]);
}
