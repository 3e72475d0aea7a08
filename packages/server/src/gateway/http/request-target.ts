// The first line of a request, read strictly: a path and a query, both bounded, nothing else.
// Absolute targets, fragments, spaces and bytes beyond ASCII are refused before anyone acts.

import { type Refused, refuse } from "../../platform/handler.ts";

export type Target = { readonly path: string; readonly query: string };

const PATH_BYTES_MAX = 1_024;
const QUERY_BYTES_MAX = 4_096;

const PRINTABLE = /^[\x21-\x7e]+$/;

/** Refuses with MALFORMED or TOO_LARGE. */
export function readTarget(url: string): Target | Refused {
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? "" : url.slice(mark + 1);
  if (path.length > PATH_BYTES_MAX || query.length > QUERY_BYTES_MAX) return refuse("TOO_LARGE");
  if (!path.startsWith("/") || path.startsWith("//")) return refuse("MALFORMED");
  if (!PRINTABLE.test(url) || url.includes("#") || url.includes("\\")) return refuse("MALFORMED");
  return { path, query };
}
