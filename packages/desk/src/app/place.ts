// An address of the desk, taken apart and put together: the place, and what of it is looked at.
// Everything lives under /desk/.

import type { Location } from "@truetick/ui/state";

const ROOT = "/desk";

export type Address = {
  /** The first word after /desk; "" at the front door. */
  readonly place: string;
  /** What of the place is looked at: an id; null when nothing is chosen. */
  readonly chosen: string | null;
  readonly query: URLSearchParams;
};

export function addressOf({ path, query }: Location): Address {
  const [, , place = "", chosen = ""] = path.split("/");
  return { place, chosen: chosen === "" ? null : decodeURIComponent(chosen), query };
}

export type Filters = Readonly<Record<string, string>>;

/** Filters without a text are left out. */
export function pathTo(place: string, chosen: string | null = null, filters: Filters = {}): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, text]) => text !== ""));
  const words = [ROOT, place, chosen].filter((word) => word !== null && word !== "");
  const path = words
    .map((word, at) => (at === 0 ? word : encodeURIComponent(word ?? "")))
    .join("/");
  return query.size === 0 ? path : `${path}?${query}`;
}
