// The first line of a request, read strictly: a path and a query, both bounded, nothing else.
// Absolute targets, fragments, spaces and bytes beyond ASCII are refused before anyone acts.

import { isRefused, type Refused, refuse } from "../../platform/handler.ts";

export type Target = { readonly path: string; readonly query: string };

const PATH_BYTES_MAX = 1_024;
const QUERY_BYTES_MAX = 4_096;

/** The families of paths: pictures, each read as a call with its id as the only field. */
const FAMILIES = [
  { root: "/files/", path: /^\/files\/([A-Za-z0-9_-]{22})$/ },
  { root: "/pictures/", path: /^\/pictures\/([0-9a-f]{32})$/ },
] as const;

const PRINTABLE = /^[\x21-\x7e]+$/;

/** Of calls, mostly, which are few and asked for often. */
const known = new Map<string, Target>();
const KNOWN_MAX = 1_000;
const KNOWN_BYTES_MAX = 100;

/** Refuses with MALFORMED or TOO_LARGE. */
export function readTarget(url: string): Target | Refused {
  const before = known.get(url);
  if (before !== undefined) return before;
  const target = targetIn(url);
  // What stands behind a "?" is the caller's own.
  if (!isRefused(target) && target.query === "" && url.length <= KNOWN_BYTES_MAX) {
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(url, target);
  }
  return target;
}

function targetIn(url: string): Target | Refused {
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? "" : url.slice(mark + 1);
  if (path.length > PATH_BYTES_MAX || query.length > QUERY_BYTES_MAX) return refuse("TOO_LARGE");
  if (!path.startsWith("/") || path.startsWith("//")) return refuse("MALFORMED");
  if (!PRINTABLE.test(url) || url.includes("#") || url.includes("\\")) return refuse("MALFORMED");
  const family = FAMILIES.find(({ root }) => path.startsWith(root));
  return family ? readPictureTarget(path, family) : { path, query };
}

function readPictureTarget(path: string, family: (typeof FAMILIES)[number]): Target {
  const id = family.path.exec(path)?.[1];
  // What is no such picture is nothing.
  if (id === undefined) return { path: family.root, query: "" };
  return { path: `${family.root}{id}`, query: `id=${id}` };
}
