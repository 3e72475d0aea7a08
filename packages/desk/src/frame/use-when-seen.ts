// Calls when the end of a list comes into view, so that the next page is there before the reader.

import { type RefCallback, useCallback, useRef } from "react";

const AHEAD = "400px";

/** A new key looks again: the end may still be in view after a short page. */
export function useWhenSeen(onSeen: () => void, key: string): RefCallback<HTMLElement> {
  const latest = useRef(onSeen);
  latest.current = onSeen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key looks again
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element || typeof IntersectionObserver === "undefined") return;
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
        },
        { rootMargin: AHEAD },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [key],
  );
}
