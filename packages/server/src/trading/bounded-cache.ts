// A map that forgets: past its capacity, the entry that was used longest ago goes. Holds what can
// always be computed again. Invariant: never more than `capacity` entries.

export type BoundedCache<Key, Value> = {
  /** The entry of the key, made by `create` when it is not held. */
  readonly take: (key: Key, create: () => Value) => Value;
  readonly size: () => number;
};

export function createBoundedCache<Key, Value extends object>(
  capacity: number,
): BoundedCache<Key, Value> {
  // A Map keeps the order of insertion; taking an entry inserts it anew, so the first is oldest.
  const entries = new Map<Key, Value>();
  return {
    take(key, create) {
      const held = entries.get(key);
      const value = held ?? create();
      if (held) entries.delete(key);
      entries.set(key, value);
      if (entries.size > capacity) {
        for (const oldest of entries.keys()) {
          entries.delete(oldest);
          break;
        }
      }
      return value;
    },
    size: () => entries.size,
  };
}
