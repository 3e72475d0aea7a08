// Chance that can be repeated: the same seed, the same throws. Used by the campaigns.

export type Dice = {
  readonly below: (limit: number) => number;
  readonly pick: <T>(choices: readonly T[]) => T;
  readonly isLucky: (share: number) => boolean;
};

/** Mulberry32: small, and the same everywhere. */
export function createDice(seed: number): Dice {
  let state = seed;
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(roll() * limit);
  return {
    below,
    pick: (choices) => {
      const choice = choices[below(choices.length)];
      if (choice === undefined) throw new Error("Invariant: there is something to pick");
      return choice;
    },
    isLucky: (share) => roll() < share,
  };
}
