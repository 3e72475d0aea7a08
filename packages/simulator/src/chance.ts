// Chance from a seed: the same numbers in the same order, in every process. Everything random in
// a run is drawn here, so that a run is its seed.

export type Chance = {
  /** A whole number from 0 up to, but not including, the limit. */
  readonly below: (limit: number) => number;
  /** True once in so many times. */
  readonly oneIn: (times: number) => boolean;
  readonly pick: <T>(choices: readonly T[]) => T;
};

export function createChance(seed: number): Chance {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;

  /** 32 bits (SplitMix32, public domain). */
  function next(): number {
    state = (state + 0x9e3779b9) >>> 0;
    let bits = state;
    bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return (bits ^ (bits >>> 15)) >>> 0;
  }

  const below = (limit: number) => Math.floor((next() / 2 ** 32) * limit);
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: (choices) => {
      const choice = choices[below(choices.length)];
      if (choice === undefined) throw new Error("Invariant: there is something to choose from");
      return choice;
    },
  };
}
