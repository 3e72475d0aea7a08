// Does something for many, a few at a time: after a lost line everybody is to look again, and all
// at once they would take the platform down with their questions (F20). Used by what tells members.

const AT_ONCE = 50;
const EVERY_MS = 100;

export function spreadOut<T>(all: readonly T[], act: (one: T) => void): void {
  const step = (from: number): void => {
    for (const one of all.slice(from, from + AT_ONCE)) act(one);
    if (from + AT_ONCE < all.length) setTimeout(step, EVERY_MS, from + AT_ONCE).unref();
  };
  step(0);
}
