// One value that changes, and whoever wants to know: the smallest external store. Everything live
// in the app (route, connection, lists, preferences) is one of these; React reads them by hook.

import { useSyncExternalStore } from "react";

export type Store<T> = {
  readonly get: () => T;
  readonly set: (next: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

export type ReadableStore<T> = Pick<Store<T>, "get" | "subscribe">;

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export function useStore<T>(store: ReadableStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** One figure of a store: renders again only when `select` answers something else. */
export function useSelected<T, Part extends string | number | boolean | null | undefined>(
  store: ReadableStore<T>,
  select: (value: T) => Part,
): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
