// A list that comes page by page, newest first, as state. Pure; `use-pages.ts` feeds it. Invariant:
// no row stands in it twice, however the pages shift between two askings.

import type { Failure } from "../api/server.ts";

export type Page<Row> = { readonly rows: readonly Row[]; readonly total: number };

export type PageList<Row> = {
  readonly phase: "loading" | "ready" | "failed";
  readonly rows: readonly Row[];
  readonly total: number;
  /** How many pages have been asked for. */
  readonly pages: number;
  /** Of the last asking; null when it went well. */
  readonly failure: Failure | null;
};

export const EMPTY_LIST: PageList<never> = {
  phase: "loading",
  rows: [],
  total: 0,
  pages: 0,
  failure: null,
};

export function hasMore({ rows, total }: PageList<unknown>): boolean {
  return rows.length < total;
}

/** The first pages as they are now: what was known before is forgotten. */
export function takeAnew<Row extends { readonly id: string }>(
  pages: readonly Page<Row>[],
): PageList<Row> {
  let list: PageList<Row> = { ...EMPTY_LIST, phase: "ready" };
  for (const page of pages) list = takeNext(list, page);
  return list;
}

/** Rows that came meanwhile have pushed others onto this page: each is kept once. */
export function takeNext<Row extends { readonly id: string }>(
  list: PageList<Row>,
  page: Page<Row>,
): PageList<Row> {
  const known = new Set(list.rows.map(({ id }) => id));
  const rows = [...list.rows, ...page.rows.filter(({ id }) => !known.has(id))];
  // A page without anything is the end, whatever the count says.
  const total = page.rows.length === 0 ? rows.length : page.total;
  return { phase: "ready", rows, total, pages: list.pages + 1, failure: null };
}

/** What is on the screen stays; only a list that never came has failed. */
export function takeFailure<Row>(list: PageList<Row>, failure: Failure): PageList<Row> {
  return { ...list, phase: list.phase === "loading" ? "failed" : list.phase, failure };
}
