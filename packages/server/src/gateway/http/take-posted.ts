// Takes what is posted to a call that declares a body: the bytes as they came, or the one picture
// of a form. Called by run-call.ts once it is known who asks, so that strangers cannot make us hold
// ten megabytes.

import type { IncomingHttpHeaders } from "node:http";
import { IMAGE_BYTES_MAX, IMAGE_FIELD } from "@truetick/contract/cashier";
import { isRefused, type Posted, type Refused, refuse } from "../../platform/handler.ts";
import type { BodyBudget } from "./body-budget.ts";
import type { Body, LateBody } from "./read-body.ts";
import { MULTIPART_EXTRA_BYTES, readMultipart } from "./read-multipart.ts";

const FORM_BYTES_MAX = IMAGE_BYTES_MAX + MULTIPART_EXTRA_BYTES;
/** Slower than a bad mobile line is nobody who means it (T36). */
const BYTES_PER_MS_MIN = 100;
const GRACE_MS = 15_000;

export type TakenPost = {
  readonly posted: Posted;
  /** Called when it was dealt with. */
  readonly release: () => void;
};

/** Refuses with TOO_LARGE, MALFORMED, UNSUPPORTED_MEDIA or UPLOADS_BUSY. */
export async function takeImage(
  { headers, late }: { readonly headers: IncomingHttpHeaders; readonly late: LateBody | null },
  { budget, userId }: { readonly budget: BodyBudget; readonly userId: number },
): Promise<TakenPost | Refused> {
  if (!late) return refuse("MALFORMED");
  if (headers["content-encoding"] !== undefined) return refuse("UNSUPPORTED_MEDIA");
  const announced = Number(headers["content-length"] ?? FORM_BYTES_MAX);
  if (announced > FORM_BYTES_MAX) return refuse("TOO_LARGE");
  const release = budget.enter(userId, announced);
  if (!release) return refuse("UPLOADS_BUSY");
  const msMax = GRACE_MS + announced / BYTES_PER_MS_MIN;
  const limits = { bytesMax: announced, discardedMax: announced, msMax };
  const taken = pictureOf(headers, await late.read(limits));
  if (isRefused(taken)) {
    release();
    return taken;
  }
  return { posted: taken, release };
}

function pictureOf(headers: IncomingHttpHeaders, body: Body): Posted | Refused {
  if (body.isTooLarge) return refuse("TOO_LARGE");
  if (!body.isWhole) return refuse("MALFORMED");
  const contentType = headers["content-type"] ?? "";
  const bytes = readMultipart(contentType, body.bytes, { field: IMAGE_FIELD });
  if (isRefused(bytes)) return bytes;
  if (bytes.length > IMAGE_BYTES_MAX) return refuse("TOO_LARGE");
  return { bytes, contentType: "", signature: "" };
}

/** Refuses with TOO_LARGE, MALFORMED or UNSUPPORTED_MEDIA. */
export function takeRaw(headers: IncomingHttpHeaders, body: Body): Posted | Refused {
  if (body.isTooLarge) return refuse("TOO_LARGE");
  if (!body.isWhole) return refuse("MALFORMED");
  if (headers["content-encoding"] !== undefined) return refuse("UNSUPPORTED_MEDIA");
  const signature = headers["stripe-signature"];
  return {
    bytes: body.bytes,
    contentType: headers["content-type"] ?? "",
    signature: typeof signature === "string" ? signature : "",
  };
}
