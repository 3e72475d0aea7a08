// A storage that lives as long as a test: what was written can be looked at, and what another
// window would do can be done.

import type { Storage } from "../app/storage.ts";

export type MemoryStorage = Storage & {
  readonly kept: Map<string, string>;
  /** Writes as another window of the app would, or forgets with null. */
  readonly writeElsewhere: (name: string, text: string | null) => void;
};

export function memoryStorage(known: Readonly<Record<string, string>> = {}): MemoryStorage {
  const kept = new Map(Object.entries(known));
  const watchers = new Map<string, Set<() => void>>();
  return {
    kept,
    read: (name) => kept.get(name) ?? null,
    write: (name, text) => {
      kept.set(name, text);
    },
    forget: (name) => {
      kept.delete(name);
    },
    watch(name, listener) {
      const listeners = watchers.get(name) ?? new Set();
      watchers.set(name, listeners.add(listener));
      return () => {
        listeners.delete(listener);
      };
    },
    writeElsewhere(name, text) {
      if (text === null) kept.delete(name);
      else kept.set(name, text);
      for (const listener of watchers.get(name) ?? []) listener();
    },
  };
}
