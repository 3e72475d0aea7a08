// The next or the previous row of a list, for the keys j and k. Pure.

export type Standing = {
  readonly ids: readonly string[];
  readonly chosen: string | null;
  /** Where the chosen one stood when it was last in the list. */
  readonly stoodAt: number;
};

/**
 * Null: there is none in that direction. With nothing chosen, the first. One that was decided and
 * has left the list is followed by whoever took its place.
 */
export function neighbourOf({ ids, chosen, stoodAt }: Standing, step: 1 | -1): string | null {
  if (chosen === null) return ids[0] ?? null;
  const at = ids.indexOf(chosen);
  if (at !== -1) return ids[at + step] ?? null;
  const next = step === 1 ? stoodAt : stoodAt - 1;
  return ids[Math.min(Math.max(next, 0), ids.length - 1)] ?? null;
}
