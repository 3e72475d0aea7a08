// Numbers from a seed, so that product and peers see the same orders and the same prices.

export class Chance {
  private seed: number;

  constructor(seed: number) {
    this.seed = seed >>> 0;
  }

  /** An integer from 0 to below `end`. */
  below(end: number): number {
    this.seed = (this.seed + 0x9e3779b9) >>> 0;
    let mixed = this.seed;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    // A remainder of floats is a float even where it is whole; parsed input would be an integer.
    return (((mixed ^ (mixed >>> 15)) >>> 0) % end) | 0;
  }

  around(size: number): number {
    return this.below(2 * size + 1) - size;
  }
}
