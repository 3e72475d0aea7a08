// From an id to its slot: a hash with linear probing, each id beside its slot in memory. Ids are
// positive integers and never leave. Several times faster than a Map at the sizes that matter, and
// without its objects.
import { assert } from "@truetick/money";
import { f64, NONE, slotAt } from "./columns.ts";

const CAPACITY_FIRST = 256;
const HASH_MULTIPLIER = 0x9e3779b1;
/** An id and its slot. */
const PLACES = 2;
const HALF = 2 ** 32;
/** It grows when three quarters are taken: a longer search in a line costs less than more lines. */
const FULL_AT = 3;
const FULL_PARTS = 4;

export class IdIndex {
  private count = 0;
  private mask = CAPACITY_FIRST - 1;
  /** An id of zero is an empty place. */
  private pairs = new Float64Array(CAPACITY_FIRST * PLACES);

  /** The slot of an id, or NONE. */
  get(id: number): number {
    const { pairs, mask } = this;
    for (let at = hashOf(id) & mask; ; at = (at + 1) & mask) {
      const found = f64(pairs, at * PLACES);
      if (found === id) return found === 0 ? NONE : slotAt(pairs, at * PLACES + 1);
      if (found === 0) return NONE;
    }
  }

  add(id: number, slot: number): void {
    assert(Number.isSafeInteger(id) && id > 0, "Invariant: an id is a positive integer");
    if (this.count * FULL_PARTS > this.mask * FULL_AT) this.grow();
    let at = hashOf(id) & this.mask;
    while (f64(this.pairs, at * PLACES) !== 0) at = (at + 1) & this.mask;
    this.pairs[at * PLACES] = id;
    this.pairs[at * PLACES + 1] = slot;
    this.count += 1;
  }

  private grow(): void {
    const { pairs } = this;
    this.pairs = new Float64Array(pairs.length * 2);
    this.mask = this.mask * 2 + 1;
    this.count = 0;
    for (let at = 0; at < pairs.length; at += PLACES) {
      if (f64(pairs, at) !== 0) this.add(f64(pairs, at), f64(pairs, at + 1));
    }
  }
}

/** Ids beyond 32 bits fold their upper half in. */
function hashOf(id: number): number {
  const mixed = Math.imul((id | 0) ^ Math.floor(id / HALF), HASH_MULTIPLIER);
  return mixed ^ (mixed >>> 15);
}
