// Answers a file of the apps, or the app itself at one of its screens' addresses. Asked last by
// the front door. A screen nobody knows gets the app too, so that it can say so in the reader's
// words, but with status 404: a scan finds nothing here (T90). Before the files are there, styles
// and scripts are put off.

import type { IncomingHttpHeaders } from "node:http";
import { SCREEN_PATHS } from "@truetick/contract";
import { SUPPORT_FRAME_PATH } from "@truetick/contract/support";
import { type Answer, putOff } from "./answer.ts";
import { type Asset, type Assets, typeOf } from "./assets.ts";

const SCREENS = new Set(SCREEN_PATHS);
/** The page that the chat's screen frames, and its files: an origin of their own asks for them. */
const FRAME_PAGE = "/support.html";
const FRAME_FILES: ReadonlyMap<string, string> = new Map([
  [SUPPORT_FRAME_PATH, FRAME_PAGE],
  ["/support.js", "/support.js"],
  ["/support.css", "/support.css"],
]);
const WEB_PAGE = "/index.html";
const DESK_PAGE = "/desk/index.html";
const PAGES: ReadonlySet<string> = new Set([WEB_PAGE, DESK_PAGE, FRAME_PAGE]);
const DESK = /^\/desk(?:\/[\w-]+)*\/?$/;
/** Addresses a person could have typed or followed: no file, no program's path. */
const PERSONS_PATH = /^(?!\/(?:api|v1|desk)(?:\/|$))(?:\/[\w-]+)+\/?$/;

/** Null: nothing is here. */
export function answerAsset(
  path: string,
  headers: IncomingHttpHeaders,
  assets: Assets,
): Answer | null {
  const framed = assets.get(FRAME_FILES.get(path) ?? "");
  if (framed) return { ...answerFile(framed, headers, 200), kind: "frame" };
  const asset = assets.get(path);
  if (asset && !PAGES.has(path)) return answerFile(asset, headers, 200);
  const web = assets.get(WEB_PAGE);
  if (web && SCREENS.has(withoutLastSlash(path))) return answerFile(web, headers, 200);
  const desk = assets.get(DESK_PAGE);
  if (desk && DESK.test(path)) return answerFile(desk, headers, 200);
  const isPerson = PERSONS_PATH.test(path) && (headers.accept ?? "").includes("text/html");
  return web && isPerson ? answerFile(web, headers, 404) : null;
}

/** What a browser takes in its own type alone, and complains about in any other. */
const STRICTLY_TYPED = /\.(?:css|js)$/;

/** While there are no files yet. Null: what is asked for is told in words. */
export function putOffAsset(path: string): Answer | null {
  const type = STRICTLY_TYPED.test(path) ? typeOf(path) : undefined;
  return type === undefined ? null : putOff(type);
}

/** To people, and to the app, "/trade/" and "/trade" are one place. */
function withoutLastSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function answerFile(asset: Asset, headers: IncomingHttpHeaders, status: 200 | 404): Answer {
  const standing = [
    "Content-Type",
    asset.type,
    "Cache-Control",
    status === 200 ? asset.cacheControl : "no-store",
    "Vary",
    "Accept-Encoding",
    // Typefaces are asked for by the framed page, too, which is of no origin.
    ...(asset.type === "font/woff2" ? ["Access-Control-Allow-Origin", "*"] : []),
  ];
  if (status === 200) {
    standing.push("ETag", asset.etag);
    if (matches(headers["if-none-match"], asset.etag)) {
      return { status: 304, kind: "page", headers: standing, body: "" };
    }
  }
  const { body, encoding } = pickEncoding(asset, headers["accept-encoding"]);
  if (encoding) standing.push("Content-Encoding", encoding);
  return { status, kind: "page", headers: standing, body };
}

export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const own = etag.replace(/^W\//, "");
  return ifNoneMatch.split(",").some((tag) => {
    const theirs = tag.trim();
    return theirs === "*" || theirs.replace(/^W\//, "") === own;
  });
}

/** How the caller can unpack an answer. */
export function encodingsOf(accepted: string | string[] | undefined): ReadonlySet<string> {
  const wanted = new Set<string>();
  for (const word of String(accepted ?? "").split(",")) {
    const [name = "", ...parameters] = word.split(";").map((part) => part.trim().toLowerCase());
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) wanted.add(name);
  }
  return wanted;
}

function pickEncoding(
  asset: Asset,
  accepted: string | string[] | undefined,
): { body: Buffer; encoding: string | null } {
  const wanted = encodingsOf(accepted);
  if (asset.brotli && wanted.has("br")) return { body: asset.brotli, encoding: "br" };
  if (asset.gzip && wanted.has("gzip")) return { body: asset.gzip, encoding: "gzip" };
  return { body: asset.plain, encoding: null };
}
