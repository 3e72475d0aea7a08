// What the service worker does with a request, and which files it keeps: pure, so that the promise
// can be tested. Invariant: nothing but the files of the build is ever kept; answers of the server
// (prices, orders, money, people's pictures) never are, and the desk is left alone.

import { SCREEN_PATHS } from "@truetick/contract";

/** What the build tells the worker (worker-plugin.ts). */
export type Build = {
  /** Differs as soon as any kept file does. */
  readonly version: string;
  /** Named in the page of this build and of no other. */
  readonly entry: string;
  /** Kept from the beginning: the app opens without a line. */
  readonly kept: readonly string[];
  /** Kept once they were used: languages, the chart, typefaces of other scripts. */
  readonly later: readonly string[];
};

/** Where the page of the app is kept. */
export const SHELL = "/";

const CACHE_PREFIX = "truetick-";
const HASHED_FOLDER = "/assets/";

export type Plan =
  /** The page of the app, whichever of its screens was asked for. */
  | "shell"
  /** A file of the build: from the cache, else fetched and kept. */
  | "file"
  /** Not ours: the browser asks the server as if there were no worker. */
  | "network";

export type Asked = {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
};

/** To people, "/trade/" and "/trade" are one place. */
function withoutLastSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

export function planFor({ method, url, mode }: Asked, build: Build, origin: string): Plan {
  const { origin: theirs, pathname } = new URL(url);
  if (method !== "GET" || theirs !== origin) return "network";
  // An address that nobody knows is the server's to refuse, with its status.
  if (mode === "navigate") {
    return SCREEN_PATHS.includes(withoutLastSlash(pathname)) ? "shell" : "network";
  }
  if (pathname === SHELL) return "network";
  const isOurs = build.kept.includes(pathname) || build.later.includes(pathname);
  return isOurs || isOlderFile(pathname) ? "file" : "network";
}

/** Hashed by content: a page of the build before may still ask for it. */
function isOlderFile(path: string): boolean {
  return path.startsWith(HASHED_FOLDER);
}

export function cacheNameOf({ version }: Pick<Build, "version">): string {
  return CACHE_PREFIX + version;
}

/** The cache of this build and the one before it stay: its pages may still be open. */
export function cachesToDrop(names: readonly string[], build: Pick<Build, "version">): string[] {
  const older = names.filter(
    (name) => name.startsWith(CACHE_PREFIX) && name !== cacheNameOf(build),
  );
  return older.slice(0, -1);
}

/** The name of a file without what its content adds to it: "/assets/en-BpuGpJcT.js" to en.js. */
function stemOf(path: string): string {
  return path.replace(/-[\w-]{8}(\.\w+)$/, "$1");
}

/** What was used of an older build is used of this one too: its language, its chart. */
export function carriedOver(older: readonly string[], build: Pick<Build, "later">): string[] {
  const stems = new Set(older.map(stemOf));
  return build.later.filter((path) => stems.has(stemOf(path)));
}

/** Of what a page says it has used, what may be kept. */
export function keepable(used: readonly string[], build: Build, origin: string): string[] {
  const paths = used.flatMap((address) => {
    const url = URL.canParse(address, origin) ? new URL(address, origin) : null;
    return url?.origin === origin ? [url.pathname] : [];
  });
  return build.later.filter((path) => paths.includes(path));
}
