// Which methods may do what. Asked before anything else about a request: a method that is not
// named here reaches no call, and HEAD never reaches a call that changes something (T02).

import type { IncomingHttpHeaders } from "node:http";
import type { Call } from "@truetick/contract/calls";

export type Method = "GET" | "HEAD" | "POST";

export function methodOf(method: string | undefined): Method | null {
  return method === "GET" || method === "HEAD" || method === "POST" ? method : null;
}

/** What proxies and frameworks use to run another method than the one in the request line. */
const OVERRIDES = ["x-http-method-override", "x-http-method", "x-method-override"];

export function overridesMethod(headers: IncomingHttpHeaders): boolean {
  return OVERRIDES.some((name) => headers[name] !== undefined);
}

/** The methods of a call: its own, HEAD for a read, and the POST twin of a GET that writes. */
export function methodsOf({ method, effect }: Pick<Call, "method" | "effect">): readonly Method[] {
  if (method === "POST") return ["POST"];
  return effect === "write" ? ["GET", "POST"] : ["GET", "HEAD"];
}
