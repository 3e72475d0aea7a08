// What pages and their service worker say to each other. Both are built from here, at the same
// time; a page may still talk to the worker of the build before.

export type ToWorker =
  /** The reader wants the new build now. */
  | { readonly type: "take-over" }
  /** What the page has fetched so far, before there was a worker or past it. */
  | { readonly type: "used"; readonly addresses: readonly string[] };

/** A notice was tapped: the page that is there opens what it speaks of. */
export type ToPage = { readonly type: "open"; readonly link: string };

function typeOf(message: unknown): unknown {
  return typeof message === "object" && message !== null && "type" in message ? message.type : null;
}

export function isTakeOver(message: unknown): boolean {
  return typeOf(message) === "take-over";
}

/** The addresses of a "used" message; none for anything else. */
export function usedIn(message: unknown): readonly string[] {
  if (typeOf(message) !== "used") return [];
  const { addresses } = message as { addresses?: unknown };
  return Array.isArray(addresses) ? addresses.filter((one) => typeof one === "string") : [];
}

/** The link of an "open" message; null for anything else. */
export function linkIn(message: unknown): string | null {
  if (typeOf(message) !== "open") return null;
  const { link } = message as { link?: unknown };
  return typeof link === "string" ? link : null;
}
