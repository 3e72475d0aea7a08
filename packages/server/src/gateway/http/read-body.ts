// Reads the body of a request up to its limit and within its time. A body that is only a little too
// long is read to its end and thrown away, so that its sender hears the refusal instead of a broken
// connection; one that goes on and on, or hardly at all, is cut off by the caller (T36, T78).

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isRefused, type Refused, refuse } from "../../platform/handler.ts";
import { type Fields, readJson, readUrlEncoded } from "./read-fields.ts";

const BODY_BYTES_MAX = 16_384;
/** One article, every letter of which may be nine bytes of a form. */
const LONG_BYTES_MAX = 262_144;
/** A provider's notice, which is no form of ours. */
const RAW_BYTES_MAX = 65_536;
const DISCARDED_BYTES_MAX = 1_048_576;
const BODY_MS_MAX = 30_000;

export type BodyLimits = {
  readonly bytesMax: number;
  /** How much more is heard, and thrown away. */
  readonly discardedMax: number;
  readonly msMax: number;
};

export const FIELD_LIMITS: BodyLimits = {
  bytesMax: BODY_BYTES_MAX,
  discardedMax: DISCARDED_BYTES_MAX,
  msMax: BODY_MS_MAX,
};
export const LONG_LIMITS: BodyLimits = { ...FIELD_LIMITS, bytesMax: LONG_BYTES_MAX };
export const RAW_LIMITS: BodyLimits = { ...FIELD_LIMITS, bytesMax: RAW_BYTES_MAX };

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

export function readBody(request: IncomingMessage, limits = FIELD_LIMITS): Promise<Body> {
  const { bytesMax, discardedMax, msMax } = limits;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (isWhole: boolean) => {
      reading.delete(leave);
      const isTooLarge = length > bytesMax;
      request.off("data", take).off("end", end).off("close", leave);
      resolve({ bytes: isTooLarge ? NO_BODY.bytes : joined(chunks), isWhole, isTooLarge });
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= bytesMax) chunks.push(chunk);
      else chunks.length = 0;
      if (length > Math.max(bytesMax, discardedMax)) finish(false);
    };
    const end = () => finish(true);
    const leave = () => finish(false);
    watch(leave, msMax);
    request.on("data", take).on("end", end).on("close", leave);
    // A connection reset while we listen is an ordinary goodbye; `close` follows.
    request.on("error", () => undefined);
  });
}

/** Who is being listened to, and until when. One clock for all: a timer each would be felt. */
const reading = new Map<() => void, number>();
let watching: NodeJS.Timeout | null = null;
const LOOK_EVERY_MS = 1_000;

function watch(leave: () => void, msMax: number): void {
  reading.set(leave, performance.now() + msMax);
  watching ??= setInterval(endSlow, LOOK_EVERY_MS).unref();
}

function endSlow(): void {
  const nowMs = performance.now();
  for (const [leave, endsAtMs] of reading) if (nowMs > endsAtMs) leave();
  if (reading.size > 0 || watching === null) return;
  clearInterval(watching);
  watching = null;
}

/** A body that is only read once it is known who sends it: pictures are large. */
export type LateBody = {
  /** At most once. */
  readonly read: (limits: BodyLimits) => Promise<Body>;
  /** True when nothing of it is left on the connection; hears the rest out, within bounds. */
  readonly settle: () => Promise<boolean>;
};

/** Hears out what was refused unread, so that its sender reads why. */
const UNHEARD: BodyLimits = { bytesMax: 0, discardedMax: 11_534_336, msMax: BODY_MS_MAX };

export function createLateBody(request: IncomingMessage): LateBody {
  let read: Promise<Body> | null = null;
  return {
    read: (limits) => {
      read ??= readBody(request, limits);
      return read;
    },
    settle: async () => {
      const { isWhole } = await (read ?? readBody(request, UNHEARD));
      return isWhole;
    },
  };
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
  const read = READERS.get(type ?? "") ?? READERS.get(plainTypeOf(type ?? ""));
  if (!read) return refuse("UNSUPPORTED_MEDIA");
  const source = decodeUtf8(body.bytes);
  return isRefused(source) ? source : read(source);
}

/** What a media type says in the simplest words; empty when it says something else. */
function plainTypeOf(type: string): string {
  return MEDIA_TYPE.exec(type)?.[1]?.toLowerCase() ?? "";
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
