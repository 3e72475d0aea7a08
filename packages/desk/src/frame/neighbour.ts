// The next or the previous row of a list, for the keys j and k. Pure.

/** Null: there is none in that direction. With nothing chosen, the first. */
export function neighbourOf(
  ids: readonly string[],
  chosen: string | null,
  step: 1 | -1,
): string | null {
  const at = chosen === null ? -1 : ids.indexOf(chosen);
  if (at === -1) return ids[0] ?? null;
  return ids[at + step] ?? null;
}
