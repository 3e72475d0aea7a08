// How the body of a request is read, by the call it goes to: fields at once, a provider's notice up
// to a limit of its own, a picture or an article only when it is known who sends it. Asked by the
// front door for requests that announce a body.

import type { IncomingMessage } from "node:http";
import type { Call } from "@truetick/contract/calls";
import type { Body, LateBody } from "./read-body.ts";
import type { RouteTable } from "./route-table.ts";

export type HeardBody = {
  readonly body: Body;
  /** Still on the connection; null when there is none, or when it was read. */
  readonly late: LateBody | null;
};

/** Undefined: fields, or nothing that anybody asked for. */
export function bodyKindOf(
  { method, url = "" }: IncomingMessage,
  routes: RouteTable | undefined,
): Call["body"] {
  if (method !== "POST") return undefined;
  const mark = url.indexOf("?");
  return routes?.get(mark === -1 ? url : url.slice(0, mark))?.routes.POST?.call.body;
}
