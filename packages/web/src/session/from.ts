// Where a login came from and where it leads back to. `from` is an address that anybody can write
// into a link (T25): it is followed only when it is, letter for letter, the path of one of our own
// screens, with or without a query. Everything else leads to the start.

import type { Location } from "@truetick/ui/state";
import { routeOf } from "../app/route-table.ts";

const FROM_LENGTH_MAX = 512;
/** Only so that a path can be parsed; nothing is ever asked there. */
const BASE = "https://app.invalid";
/** One slash, then nothing that a browser reads as a host, drops, or turns into another slash. */
const PLAIN_PATH = /^\/(?:[a-z][a-z-]*(?:\/[a-z][a-z-]*)*)?$/;
const PLAIN_QUERY = /^[\x21\x23-\x5b\x5d-\x7e]*$/;
/** Coming back to the door would only open it again. */
const DOOR = new Set(["/login", "/register", "/forgot"]);

/** The screen that `from` names; null when it names none of ours. */
export function placeInApp(from: string | null): string | null {
  if (from === null || from.length > FROM_LENGTH_MAX) return null;
  const cut = from.indexOf("?");
  const path = cut < 0 ? from : from.slice(0, cut);
  const query = cut < 0 ? "" : from.slice(cut + 1);
  if (!PLAIN_PATH.test(path) || !PLAIN_QUERY.test(query)) return null;
  if (routeOf(path) === null || DOOR.has(path)) return null;
  const url = new URL(from, BASE);
  const isSame = url.origin === BASE && url.pathname === path && url.hash === "";
  return isSame ? `${path}${url.search}` : null;
}

/** The way to a screen of the door that remembers where it was asked for. */
export function doorPath(door: "/login" | "/register" | "/forgot", from: string | null): string {
  const place = placeInApp(from);
  return place === null || place === "/" ? door : `${door}?from=${encodeURIComponent(place)}`;
}

export function isAtDoor(path: string): boolean {
  return DOOR.has(path);
}

type Place = Pick<Location, "path" | "query">;

/** The way to the door from where one is; at the door itself, from where one came to it. */
export function doorPathFrom(door: "/login" | "/register", { path, query }: Place): string {
  if (isAtDoor(path)) return doorPath(door, query.get("from"));
  return doorPath(door, query.size > 0 ? `${path}?${query}` : path);
}

export function loginPathFrom(place: Place): string {
  return doorPathFrom("/login", place);
}
