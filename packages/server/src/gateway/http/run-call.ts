// One call from its fields to its answer: may this caller, are the fields right, what does the
// handler say. Called by the front door once method and path have found a route. Invariant: what
// a handler throws becomes one INTERNAL answer without a word of detail, and one line in the log
// under the same request id (T90, T92).

import type { IncomingHttpHeaders } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { reasonsOf } from "@truetick/contract/calls";
import { type CallContext, isRefused, type Refused, refuse } from "../../platform/handler.ts";
import type { Log } from "../../platform/log.ts";
import { type Answer, refuseWith, succeed } from "./answer.ts";
import type { Method } from "./check-method.ts";
import { isFromElsewhere, type OwnOrigin } from "./check-site.ts";
import { type Body, readPosted } from "./read-body.ts";
import { readUrlEncoded } from "./read-fields.ts";
import type { Route } from "./route-table.ts";

export type CallRules = {
  readonly log: Log;
  readonly isOwnOrigin: OwnOrigin;
  /** In tests and development every answer is held against its declaration. */
  readonly checksAnswers: boolean;
};

export type Asked = {
  readonly method: Method;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
};

export async function runCall(
  route: Route,
  { asked, context, rules }: { asked: Asked; context: CallContext; rules: CallRules },
): Promise<Answer> {
  try {
    const input = readInput(route, asked, rules);
    const output = isRefused(input) ? input : await route.run(input, context);
    if (rules.checksAnswers) assertDeclared(route, output);
    return isRefused(output) ? refuseWith(context.language, output) : succeed(output);
  } catch (err) {
    rules.log.error({ err, requestId: context.requestId, call: route.name }, "a call broke");
    return refuseWith(context.language, refuse("INTERNAL"));
  }
}

/** Refuses with CROSS_SITE, SESSION_EXPIRED, FIELD_INVALID or what reading the fields refuses. */
function readInput({ call }: Route, asked: Asked, rules: CallRules): unknown | Refused {
  if (call.effect === "write" && isFromElsewhere(asked.headers, rules.isOwnOrigin)) {
    return refuse("CROSS_SITE");
  }
  // Nobody can have a session yet, so whatever asks for one is closed to all.
  if (call.audience !== "visitor") return refuse("SESSION_EXPIRED");
  const fields =
    asked.method === "POST" ? readPosted(asked.headers, asked.body) : readUrlEncoded(asked.query);
  if (isRefused(fields)) return fields;
  const parsed = call.input.safeParse(fields);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path[0];
  return field === undefined
    ? refuse("MALFORMED")
    : refuse("FIELD_INVALID", { field: String(field) });
}

function assertDeclared({ name, call }: Route, output: unknown): void {
  if (isRefused(output)) {
    if (reasonsOf(call).includes(output.reason)) return;
    throw new Error(`Invariant: ${name} refuses with ${output.reason}, which it does not declare`);
  }
  const parsed = call.output.safeParse(output);
  if (!parsed.success) {
    const where = parsed.error.issues.map((issue) => issue.path.join(".")).join(", ");
    throw new Error(`Invariant: ${name} answers something else than declared at: ${where}`);
  }
  // A schema drops what it does not know; an answer that carries more leaks it in production.
  if (!isDeepStrictEqual(parsed.data, output)) {
    throw new Error(`Invariant: ${name} answers fields that are not declared`);
  }
}
