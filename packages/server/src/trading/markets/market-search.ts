// Finding markets by what people type: any part of a code or of the name in their language. All
// in memory over a few dozen short texts, so no pattern, however strange, can be slow (T42).

export type Searchable = {
  readonly code: string;
  readonly displayCode: string;
  /** In the reader's language. */
  readonly name: string;
};

/** Longer than any name; the call refuses longer searches before they come here. */
const SEARCH_LENGTH_MAX = 32;

/** True for everything when nothing is searched for. */
export function matchesSearch(market: Searchable, search: string): boolean {
  const wanted = fold(search.slice(0, SEARCH_LENGTH_MAX));
  if (wanted === "") return true;
  return [market.code, market.displayCode, market.name].some((part) => fold(part).includes(wanted));
}

/** Case, width and surrounding spaces make no difference. */
function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}
