// Who sends a request that changes something: our own page, or a program that is no browser.
// Links, images, prefetches, address bars and other sites are refused (T03). Browsers name the
// sender in Sec-Fetch-* and Origin, which no page can forge; programs send neither.

import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";

export type OwnOrigin = (origin: string, host: string | undefined) => boolean;

/**
 * Ours is the public origin. In the sandbox a page opened by address ("http://192.168.1.5:8080"
 * on a phone at home) is ours too when it asks the very host it came from: an address, unlike a
 * name, cannot be pointed at us by somebody else.
 */
export function createOwnOrigin({
  publicOrigin,
  mode,
}: {
  publicOrigin: string;
  mode: "sandbox" | "live";
}): OwnOrigin {
  return (origin, host) => {
    if (origin === publicOrigin) return true;
    if (mode === "live" || host === undefined || !isAddress(host)) return false;
    return origin === `http://${host}` || origin === `https://${host}`;
  };
}

function isAddress(host: string): boolean {
  const name = host.replace(/:\d{1,5}$/, "");
  return name === "localhost" || isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0;
}

const PREFETCH_HEADERS = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

export function isFromElsewhere(headers: IncomingHttpHeaders, isOwn: OwnOrigin): boolean {
  const { "sec-fetch-mode": mode, "sec-fetch-dest": dest, "sec-fetch-site": site } = headers;
  if (PREFETCH_HEADERS.some((name) => isPrefetch(headers[name]))) return true;
  // What a script's fetch says of itself; a link, an image, a frame or a form says otherwise.
  if (mode !== undefined && mode !== "cors" && mode !== "same-origin") return true;
  if (dest !== undefined && dest !== "empty") return true;
  if (site !== undefined && site !== "same-origin") return true;
  return headers.origin !== undefined && !isOwn(headers.origin, headers.host);
}

function isPrefetch(purpose: string | string[] | undefined): boolean {
  return purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose));
}
