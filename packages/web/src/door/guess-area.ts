// Which country a reader is probably in, by what the browser says of his languages: the first one
// that names a region. A guess for a picker to start from, nothing more.

import type { Area } from "@truetick/contract";

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined;
  }
}

/** The id of the area; empty when the browser names none of ours. */
export function guessAreaId(areas: readonly Area[], tags: readonly string[]): string {
  const region = tags.map(regionOf).find((code) => code !== undefined);
  return areas.find(({ code }) => code === region)?.id ?? "";
}
