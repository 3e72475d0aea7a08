// Reads the body of a request up to its limit. A body that is only a little too long is read to
// its end and thrown away, so that its sender hears the refusal instead of a broken connection;
// one that goes on and on is cut off by the caller.

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isRefused, type Refused, refuse } from "../../platform/handler.ts";
import { type Fields, readJson, readUrlEncoded } from "./read-fields.ts";

const BODY_BYTES_MAX = 16_384;
const DISCARDED_BYTES_MAX = 1_048_576;

export type Body = {
  readonly bytes: Buffer;
  /** False when the sender went away, or was not heard out. */
  readonly isWhole: boolean;
  readonly isTooLarge: boolean;
};

export const NO_BODY: Body = { bytes: Buffer.alloc(0), isWhole: true, isTooLarge: false };

export function announcesBody(headers: IncomingHttpHeaders): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

export function readBody(request: IncomingMessage): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (isWhole: boolean) => {
      const isTooLarge = length > BODY_BYTES_MAX;
      request.off("data", take).off("end", end).off("close", leave);
      resolve({ bytes: isTooLarge ? NO_BODY.bytes : joined(chunks), isWhole, isTooLarge });
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= BODY_BYTES_MAX) chunks.push(chunk);
      else chunks.length = 0;
      if (length > DISCARDED_BYTES_MAX) finish(false);
    };
    const end = () => finish(true);
    const leave = () => finish(false);
    request.on("data", take).on("end", end).on("close", leave);
    // A connection reset while we listen is an ordinary goodbye; `close` follows.
    request.on("error", () => undefined);
  });
}

/** Nearly every body comes in one piece. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  return only && chunks.length === 1 ? only : Buffer.concat(chunks);
}

const MEDIA_TYPE = /^\s*([a-z0-9.+/-]+)\s*(?:;\s*charset=("?)utf-8\2\s*)?$/i;

/** The fields of a POST. Refuses with TOO_LARGE, UNSUPPORTED_MEDIA or what the fields refuse. */
export function readPosted(headers: IncomingHttpHeaders, body: Body): Fields | Refused {
  if (body.isTooLarge) return refuse("TOO_LARGE");
  if (!body.isWhole) return refuse("MALFORMED");
  if (headers["content-encoding"] !== undefined) return refuse("UNSUPPORTED_MEDIA");
  const type = headers["content-type"];
  if (type === undefined && body.bytes.length === 0) return readUrlEncoded("");
  const read = READERS.get(MEDIA_TYPE.exec(type ?? "")?.[1]?.toLowerCase() ?? "");
  if (!read) return refuse("UNSUPPORTED_MEDIA");
  const source = decodeUtf8(body.bytes);
  return isRefused(source) ? source : read(source);
}

const READERS = new Map([
  ["application/json", readJson],
  ["application/x-www-form-urlencoded", readUrlEncoded],
]);

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Buffer): string | Refused {
  try {
    return utf8.decode(bytes);
  } catch {
    return refuse("MALFORMED");
  }
}
