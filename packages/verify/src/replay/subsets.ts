// Every choice of some of a few things, the small ones first. Bounded: beyond six things only the
// first six are looked at, since each choice is an engine's work.

const THINGS_MAX = 6;

export function subsetsOf<T>(all: readonly T[]): (readonly T[])[] {
  const things = all.slice(0, THINGS_MAX);
  const choices = Array.from({ length: 2 ** things.length - 1 }, (_, at) =>
    things.filter((_, bit) => ((at + 1) >> bit) % 2 === 1),
  );
  return choices.sort((left, right) => left.length - right.length);
}
