// Remembers keys by a few bits each, so that the hot path need not ask the database whether an
// idempotency key was used before. Used by known-keys.ts. Invariant: a key that was added is never
// denied; one that was not is now and then taken for one that was, and then the database is asked.

const PROBES = 7;
const BITS_PER_KEY = 16;
const BITS_MIN = 2 ** 24;
const BITS_MAX = 2 ** 31;

export class BloomFilter {
  readonly #words: Uint32Array;
  readonly #mask: number;

  constructor(keysExpected: number) {
    const wanted = 2 ** Math.ceil(Math.log2(Math.max(1, keysExpected * BITS_PER_KEY)));
    const bits = Math.min(BITS_MAX, Math.max(BITS_MIN, wanted));
    this.#words = new Uint32Array(bits / 32);
    this.#mask = bits - 1;
  }

  /** `hash` begins with at least eight evenly spread bytes, a character each. */
  add(hash: string): void {
    const step = wordAt(hash, 4) | 1;
    let at = wordAt(hash, 0);
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = (at & this.#mask) >>> 0;
      const word = bit >>> 5;
      this.#words[word] = (this.#words[word] ?? 0) | (1 << (bit & 31));
      at = (at + step) | 0;
    }
  }

  mayHave(hash: string): boolean {
    const step = wordAt(hash, 4) | 1;
    let at = wordAt(hash, 0);
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = (at & this.#mask) >>> 0;
      if (((this.#words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
      at = (at + step) | 0;
    }
    return true;
  }
}

function wordAt(hash: string, at: number): number {
  return (
    (hash.charCodeAt(at) << 24) |
    (hash.charCodeAt(at + 1) << 16) |
    (hash.charCodeAt(at + 2) << 8) |
    hash.charCodeAt(at + 3)
  );
}
