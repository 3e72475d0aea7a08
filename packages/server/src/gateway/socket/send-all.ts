// Writing to many sockets in one call (native/send-all.c), where it could be built: about half the
// cost of a write through Node's streams. Everything else goes without it.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * A parcel is three numbers: a socket's, and from which frame up to which it gets them. `taken`
 * becomes the bytes that were taken of each parcel, or -1.
 */
export type SendAll = (
  count: number,
  parcels: Int32Array,
  frames: readonly Buffer[],
  taken: Int32Array,
) => void;

/** Null where it was not built: without a C compiler, or not on Linux. */
export function loadSendAll(file: string): SendAll | null {
  if (!existsSync(file)) return null;
  // The file is our own, built from the source beside it; its one export is the function.
  return createRequire(import.meta.url)(file) as SendAll;
}
