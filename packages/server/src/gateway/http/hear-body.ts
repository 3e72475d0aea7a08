// What a request brings beside its head, read as the call it goes to wants it: fields at once, a
// provider's notice up to its own limit, a picture only when it is known who sends it. Called by
// the front door for requests that announce a body.

import type { IncomingMessage } from "node:http";
import {
  type Body,
  createLateBody,
  FIELD_LIMITS,
  type LateBody,
  NO_BODY,
  RAW_LIMITS,
  readBody,
} from "./read-body.ts";
import type { RouteTable } from "./route-table.ts";

export type HeardBody = {
  readonly body: Body;
  /** Still on the connection; null when there is none, or when it was read. */
  readonly late: LateBody | null;
};

export const NOTHING_POSTED: HeardBody = { body: NO_BODY, late: null };

export async function hearBody(
  request: IncomingMessage,
  routes: RouteTable | undefined,
): Promise<HeardBody> {
  const [path = ""] = (request.url ?? "").split("?", 1);
  const kind = request.method === "POST" ? routes?.get(path)?.routes.POST?.call.body : undefined;
  if (kind === "image") return { body: NO_BODY, late: createLateBody(request) };
  const body = await readBody(request, kind === "raw" ? RAW_LIMITS : FIELD_LIMITS);
  return { body, late: null };
}
