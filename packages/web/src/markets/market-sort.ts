// In which order a table of markets stands when its reader asks for one: by code, or by how far the
// day has gone. Pure.

import type { Market } from "@truetick/contract";

export type SortKey = "name" | "change";
export type Sort = { readonly by: SortKey; readonly isDown: boolean };

/** Each key's first press is what one asks for most: A to Z, and the greatest gain. */
const FIRST_DOWN: Readonly<Record<SortKey, boolean>> = { name: false, change: true };

/** What a press on the head of a column asks for: one way, the other, the house's own order. */
export function nextSort(sort: Sort | null, by: SortKey): Sort | null {
  if (sort?.by !== by) return { by, isDown: FIRST_DOWN[by] };
  return sort.isDown === FIRST_DOWN[by] ? { by, isDown: !sort.isDown } : null;
}

/** Markets without a price stand last, whichever way. */
function compareChange(one: string | null, other: string | null, isDown: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return isDown ? Number(other) - Number(one) : Number(one) - Number(other);
}

export function sortMarkets(
  markets: readonly Market[],
  sort: Sort | null,
  changeOf: (marketId: string) => string | null,
): readonly Market[] {
  if (!sort) return markets;
  const { by, isDown } = sort;
  const ordered = [...markets];
  if (by === "change") {
    const changes = new Map(markets.map(({ id }) => [id, changeOf(id)]));
    const of = (market: Market) => changes.get(market.id) ?? null;
    return ordered.sort((one, other) => compareChange(of(one), of(other), isDown));
  }
  ordered.sort((one, other) => one.displayCode.localeCompare(other.displayCode, "en"));
  return isDown ? ordered.reverse() : ordered;
}
