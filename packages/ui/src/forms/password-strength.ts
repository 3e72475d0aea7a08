// How hard a password is to guess, as far as a page can tell: the length counted without what
// repeats or runs on, times the kinds of characters. A hint while typing; the server alone refuses
// (length, and the list of passwords that everybody uses).

/** None while it is empty; 4 is as good as it gets. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4;

const KINDS: readonly { readonly of: RegExp; readonly size: number }[] = [
  { of: /[a-z]/, size: 26 },
  { of: /[A-Z]/, size: 26 },
  { of: /[0-9]/, size: 10 },
  { of: /[ -/:-@[-`{-~]/, size: 33 },
  { of: /[^ -~]/, size: 100 },
];
/** Words that guessers try first: each counts as one character, whatever its length. */
const STALE_WORDS =
  /p[a@4][s$5]{2}w[o0]rd|qwert[yz]?|asdf(?:gh)?|zxcv(?:bn)?|letmein|welcome|admin|dragon|truetick/gi;
/** Bits from which the next mark is reached. */
const MARKS = [30, 46, 62] as const;

/** Characters that say nothing new: the same again, or the next in the alphabet or the numbers. */
function freshLength(text: string): number {
  const points = [...text.toLowerCase()].map((character) => character.codePointAt(0) ?? 0);
  const seen = new Map<number, number>();
  let fresh = 0;
  for (const [at, point] of points.entries()) {
    const times = (seen.get(point) ?? 0) + 1;
    seen.set(point, times);
    const step = Math.abs(point - (points[at - 1] ?? -10));
    fresh += step <= 1 ? 0.25 : 1 / times ** 2;
  }
  return fresh;
}

export function strengthOf(password: string): PasswordStrength {
  if (password === "") return 0;
  const pool = KINDS.filter(({ of }) => of.test(password)).reduce((sum, { size }) => sum + size, 0);
  const bits = freshLength(password.replace(STALE_WORDS, "*")) * Math.log2(pool);
  const marks = MARKS.filter((mark) => bits >= mark).length;
  // One more for being there at all: counted, so that the type says what it can be.
  return ([1, 2, 3, 4] as const)[marks] ?? 4;
}
