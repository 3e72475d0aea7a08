// Writes what a store has into the page without a render: for figures that move all the time.

import type { ReadableStore } from "@truetick/ui/state";
import { useEffectEvent, useLayoutEffect } from "react";

/** Calls `paint` with what the store has after every render and whenever that changes. */
export function usePaint<T>(store: ReadableStore<T>, paint: (value: T) => void): void {
  const paintNow = useEffectEvent(() => paint(store.get()));
  useLayoutEffect(() => paintNow());
  useLayoutEffect(() => store.subscribe(() => paintNow()), [store]);
}
