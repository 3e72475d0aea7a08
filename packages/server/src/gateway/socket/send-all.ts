// Writing to many sockets in one call (native/send-all.c), where it could be built: about half the
// cost of a write through Node's streams. Everything else goes without it. Used by
// send-together.ts; the sockets say their numbers with `descriptorOf`.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";

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

type Handle = { readonly fd?: unknown };

/** Node's own handle, which its types do not name; gone as soon as the connection is. */
function nodeHandle(connection: Duplex): Handle | null {
  return (connection as { _handle?: Handle | null })._handle ?? null;
}

/**
 * Says the number of a plain connection's socket while nothing is on its way in the stream: bytes
 * of two ways would mix. The number is good for as long as the handle it was read from is there.
 */
export function descriptorOf(connection: Duplex): () => number | null {
  const isPlain = connection instanceof Socket && !(connection instanceof TLSSocket);
  const handle = isPlain ? nodeHandle(connection) : null;
  const descriptor = handle?.fd;
  if (typeof descriptor !== "number" || descriptor < 0) return () => null;
  return () =>
    connection.writableLength === 0 && nodeHandle(connection) === handle ? descriptor : null;
}
