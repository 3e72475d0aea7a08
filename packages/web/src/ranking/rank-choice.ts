// What the reader asks of the ranking: by which figure it is ordered and whose alias is looked for.
// Kept in the address, so that a look at a profile and back loses nothing. Pure.

import {
  ALIAS_LENGTH_MAX,
  DEFAULT_RANK_SORT,
  RANK_SORTS,
  type RankSort,
} from "@truetick/contract/ranking";

export type RankChoice = { readonly sort: RankSort; readonly search: string };

/** In the order of the chips. */
export const SORTS = Object.keys(RANK_SORTS) as readonly RankSort[];

/** What an alias can hold; anything else finds nobody and is not asked for. */
export function readSearch(typed: string): string {
  return typed.replace(/[^A-Za-z0-9_-]/g, "").slice(0, ALIAS_LENGTH_MAX);
}

export function readRankChoice(query: URLSearchParams): RankChoice {
  const sort = SORTS.find((each) => each === query.get("sort")) ?? DEFAULT_RANK_SORT;
  return { sort, search: readSearch(query.get("search") ?? "") };
}

export function writeRankChoice({ sort, search }: RankChoice): string {
  const query = new URLSearchParams();
  if (sort !== DEFAULT_RANK_SORT) query.set("sort", sort);
  if (search !== "") query.set("search", search);
  return query.size === 0 ? "/rank" : `/rank?${query}`;
}

/** Where a trader's profile lives. */
export function profilePath(alias: string): string {
  return `/rank/trader?user=${encodeURIComponent(alias)}`;
}

/** Where one's own listing lives. */
export const LEAD_PATH = "/rank/lead";
