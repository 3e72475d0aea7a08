// One call from its fields to its answer: may this caller, are the fields right, what does the
// handler say. Called by the front door once method and path have found a route. Invariants: what
// a handler throws becomes one INTERNAL answer (UNAVAILABLE while the database is away) without a
// word of detail, and one line in the log under the same request id (T90, T92); only a session
// that is definitely gone answers SESSION_EXPIRED (T19); whoever is not of the staff cannot tell a
// call for staff from a path that does not exist (T84).

import type { IncomingHttpHeaders } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { reasonsOf } from "@truetick/contract/calls";
import {
  type Attempt,
  type CallContext,
  type Caller,
  isAccompanied,
  isRefused,
  isSent,
  type Posted,
  type Refused,
  refuse,
  type StaffCaller,
} from "../../platform/handler.ts";
import type { Log } from "../../platform/log.ts";
import { isDatabaseAway } from "../../platform/outage.ts";
import { type Answer, refuseWith, succeed } from "./answer.ts";
import { answerSent } from "./answer-sent.ts";
import type { BodyBudget } from "./body-budget.ts";
import type { Method } from "./check-method.ts";
import { isFromElsewhere, type OwnOrigin } from "./check-site.ts";
import { findAttempt } from "./find-attempt.ts";
import type { HeardBody } from "./hear-body.ts";
import { packAnswer } from "./pack-answer.ts";
import { LONG_LIMITS, readPosted } from "./read-body.ts";
import { readUrlEncoded } from "./read-fields.ts";
import type { Route } from "./route-table.ts";
import { setCookie } from "./set-cookie.ts";
import { takeImage, takeRaw } from "./take-posted.ts";

export type CallRules = {
  readonly log: Log;
  readonly isOwnOrigin: OwnOrigin;
  /** In tests and development every answer is held against its declaration. */
  readonly checksAnswers: boolean;
  /** Whether the world sees us over https. */
  readonly isEncrypted: boolean;
  readonly budget: BodyBudget;
};

/** Whose session it is; null when it is definitely none. Fails when nobody can know. */
export type FindCaller = (authorization: string | undefined) => Promise<Caller | null>;

/** "ended" is a session of the staff's that is over; null is somebody else, or nobody. */
export type FindStaff = (
  authorization: string | undefined,
  address: string,
) => Promise<StaffCaller | "ended" | null>;

export type Asked = {
  readonly method: Method;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
} & HeardBody;

export type Asking = {
  readonly asked: Asked;
  readonly context: Pick<CallContext, "language" | "requestId" | "address" | "device" | "cookies">;
  readonly rules: CallRules;
  readonly findCaller: FindCaller;
  readonly findStaff: FindStaff;
};

export async function runCall(route: Route, asking: Asking): Promise<Answer> {
  const { context, rules } = asking;
  try {
    const said = await answerCall(route, asking);
    const output = isAccompanied(said) ? said.output : said;
    if (rules.checksAnswers) assertDeclared(route, output);
    if (isRefused(output)) return refuseWith(context.language, output);
    if (isSent(output)) return await answerSent(output);
    const headers = isAccompanied(said) ? setCookie(said.cookie, rules) : [];
    return await packAnswer(succeed(output, headers), route.call, asking.asked.headers);
  } catch (err) {
    rules.log.error({ err, requestId: context.requestId, call: route.name }, "a call broke");
    const reason = isDatabaseAway(err) ? "UNAVAILABLE" : "INTERNAL";
    return refuseWith(context.language, refuse(reason));
  }
}

/** Refuses with what `admit` and reading refuse, or the handler. */
async function answerCall(route: Route, asking: Asking): Promise<unknown | Refused> {
  const { asked, context } = asking;
  const admitted = await admit(route, asking);
  if (isRefused(admitted)) return admitted;
  if (route.call.body === "long") return await runLong(route, asking, admitted);
  if (route.call.body) return await runPosted(route, asking, admitted);
  const read = readInput(route, asked);
  if (isRefused(read)) return read;
  const { language, requestId, address, device, cookies } = context;
  const { caller, staff } = admitted;
  const { input, attempt } = read;
  // Name by name: spreading took as long as reading the fields.
  const known = { language, requestId, address, device, cookies, caller, staff, attempt };
  return await route.run(input, known);
}

/** A call with an article in its fields. Refuses with what reading them refuses, or the handler. */
async function runLong(
  route: Route,
  { asked, context }: Asking,
  admitted: Admitted,
): Promise<unknown | Refused> {
  const body = (await asked.late?.read(LONG_LIMITS)) ?? asked.body;
  const read = readInput(route, { ...asked, body });
  if (isRefused(read)) return read;
  return await route.run(read.input, { ...context, ...admitted, attempt: read.attempt });
}

/** A call whose body is no list of fields. Refuses with what taking it refuses, or the handler. */
async function runPosted(
  route: Route,
  { asked, context, rules }: Asking,
  admitted: Admitted,
): Promise<unknown | Refused> {
  const run = (posted: Posted) => route.run({}, { ...context, ...admitted, attempt: null, posted });
  if (route.call.body === "raw") {
    const posted = takeRaw(asked.headers, asked.body);
    return isRefused(posted) ? posted : await run(posted);
  }
  const { caller, staff } = admitted;
  // Who works here and who trades are counted apart: their numbers may be the same.
  const whose = caller?.userId ?? (staff ? -staff.staffId : null);
  if (whose === null) throw new Error(`Invariant: ${route.name} takes pictures of who is known`);
  const taken = await takeImage(asked, { budget: rules.budget, userId: whose });
  if (isRefused(taken)) return taken;
  try {
    return await run(taken.posted);
  } finally {
    taken.release();
  }
}

type Admitted = Required<Pick<CallContext, "caller" | "staff">>;

/** Refuses with CROSS_SITE, SESSION_EXPIRED, ONLY_REAL, NOT_FOUND or NOT_PERMITTED. */
async function admit(route: Route, asking: Asking): Promise<Admitted | Refused> {
  const { call } = route;
  const { asked, rules, findCaller } = asking;
  const { authorization } = asked.headers;
  const staff = call.audience === "staff" ? await admitStaff(route, asking) : null;
  if (isRefused(staff)) return staff;
  if (call.effect === "write" && isFromElsewhere(asked.headers, rules.isOwnOrigin)) {
    return refuse("CROSS_SITE");
  }
  if (staff) return { caller: null, staff };
  if (call.audience === "visitor") {
    return call.knowsCaller ? await lookWhoAsks(asking) : { caller: null, staff: null };
  }
  const caller = await findCaller(authorization);
  if (!caller) return refuse("SESSION_EXPIRED");
  if (call.audience === "member" && caller.isDemo) return refuse("ONLY_REAL");
  return { caller, staff: null };
}

/** Refuses with NOT_FOUND, SESSION_EXPIRED or NOT_PERMITTED, and before anything else is asked. */
async function admitStaff(
  { name, call: { permission } }: Route,
  { asked, context, rules, findStaff }: Asking,
): Promise<StaffCaller | Refused> {
  const staff = await findStaff(asked.headers.authorization, context.address);
  if (staff === null) return refuse("NOT_FOUND");
  if (staff === "ended") return refuse("SESSION_EXPIRED");
  // Without a permission nobody may: the table does not start with such a call, either.
  const may = permission !== undefined && (permission === "any" || staff.can(permission));
  if (may) return staff;
  // The desk offers nobody what they may not: somebody tried (ASVS 16.3.2).
  const { requestId } = context;
  rules.log.warn({ staffId: staff.staffId, call: name, permission, requestId }, "not permitted");
  return refuse("NOT_PERMITTED");
}

async function lookWhoAsks({ asked, context, findCaller, findStaff }: Asking): Promise<Admitted> {
  const { authorization } = asked.headers;
  const caller = await findCaller(authorization);
  if (caller) return { caller, staff: null };
  const staff = await findStaff(authorization, context.address);
  return { caller: null, staff: staff === "ended" ? null : staff };
}

type Read = { readonly input: unknown; readonly attempt: Attempt | null };

/** Refuses with FIELD_INVALID, MALFORMED or what reading the fields refuses. */
function readInput({ call }: Route, { method, query, headers, body }: Asked): Read | Refused {
  const isPost = method === "POST";
  const fields = isPost ? readPosted(headers, body) : readUrlEncoded(query);
  if (isRefused(fields)) return fields;
  const parsed = call.input.safeParse(fields);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0];
    return field === undefined
      ? refuse("MALFORMED")
      : refuse("FIELD_INVALID", { field: String(field) });
  }
  const input = parsed.data;
  if (call.effect === "read") return { input, attempt: null };
  const address = { path: call.path, query: isPost ? null : query };
  const attempt = findAttempt({ headers, address, fields, input });
  return isRefused(attempt) ? attempt : { input, attempt };
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
