// The first line of a request, read strictly: a path and a query, both bounded, nothing else.
// Absolute targets, fragments, spaces and bytes beyond ASCII are refused before anyone acts.

import { type Refused, refuse } from "../../platform/handler.ts";

export type Target = { readonly path: string; readonly query: string };

const PATH_BYTES_MAX = 1_024;
const QUERY_BYTES_MAX = 4_096;

/** The one family of paths: an uploaded picture, read as a call with its id as the only field. */
const FILES = "/files/";
const FILE_PATH = /^\/files\/([A-Za-z0-9_-]{22})$/;

const PRINTABLE = /^[\x21-\x7e]+$/;

/** Refuses with MALFORMED or TOO_LARGE. */
export function readTarget(url: string): Target | Refused {
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? "" : url.slice(mark + 1);
  if (path.length > PATH_BYTES_MAX || query.length > QUERY_BYTES_MAX) return refuse("TOO_LARGE");
  if (!path.startsWith("/") || path.startsWith("//")) return refuse("MALFORMED");
  if (!PRINTABLE.test(url) || url.includes("#") || url.includes("\\")) return refuse("MALFORMED");
  return path.startsWith(FILES) ? readFileTarget(path) : { path, query };
}

function readFileTarget(path: string): Target {
  const id = FILE_PATH.exec(path)?.[1];
  // What is no such picture is nothing.
  return id === undefined ? { path: FILES, query: "" } : { path: "/files/{id}", query: `id=${id}` };
}
