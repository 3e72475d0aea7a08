// Whether a bank account seems to be of the person who asks: the payee beside the certified name.
// Loose on purpose, since banks cut, turn and transliterate names; what does not match is not
// refused but marked for the reviewer (T70). Pure.

/** True when the words of one name are all in the other, whatever their order and accents. */
export function isSamePerson(payee: string, certified: string): boolean {
  const left = wordsOf(payee);
  const right = wordsOf(certified);
  if (left.size === 0 || right.size === 0) return false;
  const [fewer, more] = left.size <= right.size ? [left, right] : [right, left];
  const isWithin = [...fewer].every((word) => more.has(word));
  // One word of a name of several is a family, not a person.
  return isWithin && (fewer.size > 1 || more.size === 1);
}

function wordsOf(name: string): ReadonlySet<string> {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleUpperCase("en");
  return new Set(plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "" && !isTitle(word)));
}

function isTitle(word: string): boolean {
  return ["MR", "MRS", "MS", "MISS", "DR"].includes(word);
}
