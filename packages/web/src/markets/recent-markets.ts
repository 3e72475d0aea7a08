// The markets that were opened last, newest first, as the browser remembers them by code. Written
// whenever a market is chosen; shown by the search before anything is typed.

import type { Market } from "@truetick/contract";
import type { Storage } from "../app/storage.ts";
import { marketsOf } from "./market-filter.ts";

const STORED = "recentMarkets";
const RECENT_MAX = 8;
const CODE = /^[\w.-]{1,24}$/;

/** Anything may stand in storage; only codes are taken from it. */
export function recentCodes(storage: Pick<Storage, "read">): readonly string[] {
  const codes = (storage.read(STORED) ?? "").split(",");
  return codes.filter((code) => CODE.test(code)).slice(0, RECENT_MAX);
}

export function noteRecent(storage: Pick<Storage, "read" | "write">, code: string): void {
  const others = recentCodes(storage).filter((other) => other !== code);
  storage.write(STORED, [code, ...others].slice(0, RECENT_MAX).join(","));
}

/** Those that still exist. */
export function recentMarkets(
  storage: Pick<Storage, "read">,
  markets: readonly Market[],
): readonly Market[] {
  return marketsOf(recentCodes(storage), markets);
}
