// Time as an argument. Points in time come from `now`, durations from `monotonic`: the wall clock
// may jump an hour either way, and nothing that waits or expires may notice (F10). Tests hand in
// a clock of their own (see testing/fake-clock.ts).

export type Clock = {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds since some fixed moment; never goes back. */
  readonly monotonic: () => number;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
