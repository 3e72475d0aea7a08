// An indexed 8-ary min-heap of (entry, key): what fires first stands on top. Eight keys are a line
// of memory, and fewer levels are fewer positions to write here and there. Heaps of one kind
// share one column of positions, since an entry stands in at most one of them. Heaps that fire
// downwards hold negated prices. Invariant: no parent's key is above its children's.
import { assert } from "@truetick/money";
import { f64, grownF64, grownI32, i32, NONE } from "../state/columns.ts";

const CAPACITY_FIRST = 16;
const ARITY_BITS = 3;
const ARITY = 1 << ARITY_BITS;
/** Removing more than one in this many at once is cheaper by rebuilding. */
const REBUILD_AT_ONE_IN = 24;

/** Where each entry stands in its heap; NONE when in none. */
export class Positions {
  column = new Int32Array(CAPACITY_FIRST).fill(NONE);

  of(entry: number): number {
    return entry < this.column.length ? i32(this.column, entry) : NONE;
  }

  reserve(entry: number): void {
    let capacity = this.column.length;
    if (entry < capacity) return;
    while (capacity <= entry) capacity *= 2;
    this.column = grownI32(this.column, capacity);
  }
}

export class PriceHeap {
  readonly positions: Positions;
  size = 0;
  private keys = new Float64Array(CAPACITY_FIRST);
  private entries = new Int32Array(CAPACITY_FIRST);

  constructor(positions: Positions) {
    this.positions = positions;
  }

  /** Whether anything fires at this limit. One comparison: the cost of a calm tick. */
  isReached(limit: number): boolean {
    return this.size > 0 && f64(this.keys, 0) <= limit;
  }

  /** Appends every entry whose key is at most the limit; visits only those and their children. */
  collect(limit: number, found: number[]): void {
    if (!this.isReached(limit)) return;
    const { keys, entries, size } = this;
    const open = [0];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      found.push(i32(entries, at));
      const first = at * ARITY + 1;
      const end = Math.min(first + ARITY, size);
      for (let child = first; child < end; child += 1) {
        if (f64(keys, child) <= limit) open.push(child);
      }
    }
  }

  has(entry: number): boolean {
    return this.positions.of(entry) !== NONE;
  }

  /** Puts an entry in, or moves it to its new key. */
  set(entry: number, key: number): void {
    this.positions.reserve(entry);
    let at = i32(this.positions.column, entry);
    if (at === NONE) {
      if (this.size === this.keys.length) this.grow();
      at = this.size;
      this.size += 1;
      this.siftUp(at, entry, key);
      return;
    }
    if (key < f64(this.keys, at)) this.siftUp(at, entry, key);
    else this.siftDown(at, entry, key);
  }

  remove(entry: number): void {
    const at = this.positions.of(entry);
    assert(at !== NONE && i32(this.entries, at) === entry, "Invariant: only what is in leaves");
    this.positions.column[entry] = NONE;
    this.size -= 1;
    if (at === this.size) return;
    const moved = i32(this.entries, this.size);
    const key = f64(this.keys, this.size);
    if (at > 0 && key < f64(this.keys, (at - 1) >> ARITY_BITS)) this.siftUp(at, moved, key);
    else this.siftDown(at, moved, key);
  }

  /** Another entry takes over the place and the key of this one. */
  rename(from: number, to: number): void {
    assert(!this.has(to), "Invariant: an entry stands in a heap once");
    this.positions.reserve(to);
    const { column } = this.positions;
    const at = i32(column, from);
    this.entries[at] = to;
    column[to] = at;
    column[from] = NONE;
  }

  /** Removes many at once: one by one when few, else by one compaction and one rebuild. */
  removeMany(gone: readonly number[]): void {
    if (gone.length * REBUILD_AT_ONE_IN < this.size) {
      for (const entry of gone) this.remove(entry);
      return;
    }
    const { keys, entries } = this;
    const column = this.positions.column;
    for (const entry of gone) {
      entries[i32(column, entry)] = NONE;
      column[entry] = NONE;
    }
    let kept = 0;
    for (let at = 0; at < this.size; at += 1) {
      const entry = i32(entries, at);
      if (entry === NONE) continue;
      entries[kept] = entry;
      keys[kept] = f64(keys, at);
      column[entry] = kept;
      kept += 1;
    }
    this.size = kept;
    for (let at = (kept - 2) >> ARITY_BITS; at >= 0; at -= 1) {
      this.siftDown(at, i32(entries, at), f64(keys, at));
    }
  }

  private siftUp(from: number, entry: number, key: number): void {
    const { keys, entries } = this;
    const column = this.positions.column;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> ARITY_BITS;
      const parentKey = f64(keys, parent);
      if (parentKey <= key) break;
      const parentEntry = i32(entries, parent);
      keys[at] = parentKey;
      entries[at] = parentEntry;
      column[parentEntry] = at;
      at = parent;
    }
    keys[at] = key;
    entries[at] = entry;
    column[entry] = at;
  }

  private siftDown(from: number, entry: number, key: number): void {
    const { keys, entries, size } = this;
    const column = this.positions.column;
    let at = from;
    for (let child = at * ARITY + 1; child < size; child = at * ARITY + 1) {
      const end = Math.min(child + ARITY, size);
      let least = child;
      let leastKey = f64(keys, child);
      for (let other = child + 1; other < end; other += 1) {
        const otherKey = f64(keys, other);
        if (otherKey < leastKey) {
          least = other;
          leastKey = otherKey;
        }
      }
      if (leastKey >= key) break;
      const leastEntry = i32(entries, least);
      keys[at] = leastKey;
      entries[at] = leastEntry;
      column[leastEntry] = at;
      at = least;
    }
    keys[at] = key;
    entries[at] = entry;
    column[entry] = at;
  }

  private grow(): void {
    const capacity = this.keys.length * 2;
    this.keys = grownF64(this.keys, capacity);
    this.entries = grownI32(this.entries, capacity);
  }
}
