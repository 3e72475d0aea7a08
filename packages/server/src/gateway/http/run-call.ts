// One call from its fields to its answer: may this caller, are the fields right, what does the
// handler say. Called by the front door once method and path have found a route. Invariants: what
// a handler throws becomes one INTERNAL answer (UNAVAILABLE while the database is away) without a
// word of detail, and one line in the log under the same request id (T90, T92); only a session
// that is definitely gone answers SESSION_EXPIRED (T19); whoever is not of the staff cannot tell a
// call for staff from a path that does not exist (T84).

import type { IncomingHttpHeaders } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { type Audience, reasonsOf } from "@truetick/contract/calls";
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
export type FindCaller = (
  authorization: string | undefined,
) => Promise<Caller | null> | Caller | null;

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

/** What was answered, and what logs and counters are to know of it. */
export type Said = {
  readonly answer: Answer;
  readonly call: string;
  /** Files, health looks and reads that went well: many, and of little interest one by one. */
  readonly isRoutine: boolean;
};

/**
 * One function that waits, for what has to be waited for: a value that is there is not made a
 * promise of, since every one is a cost.
 */
export async function runCall(route: Route, asking: Asking): Promise<Said> {
  const { context, rules } = asking;
  const { name: call } = route;
  try {
    const admitting = admit(route, asking);
    const admitted = admitting instanceof Promise ? await admitting : admitting;
    const said = isRefused(admitted) ? admitted : await run(route, asking, admitted);
    const output = isAccompanied(said) ? said.output : said;
    if (rules.checksAnswers) assertDeclared(route, output);
    const isRead = route.call.effect === "read";
    if (isRefused(output)) {
      return { answer: refuseWith(context.language, output), call, isRoutine: false };
    }
    if (isSent(output)) return { answer: await answerSent(output), call, isRoutine: isRead };
    const headers = isAccompanied(said) ? setCookie(said.cookie, rules) : [];
    const packing = packAnswer(succeed(output, headers), route.call, asking.asked.headers);
    const answer = packing instanceof Promise ? await packing : packing;
    return { answer, call, isRoutine: isRead };
  } catch (err) {
    rules.log.error({ err, requestId: context.requestId, call }, "a call broke");
    const reason = isDatabaseAway(err) ? "UNAVAILABLE" : "INTERNAL";
    const answer = refuseWith(context.language, refuse(reason));
    return { answer, call, isRoutine: false };
  }
}

/** Refuses with what reading the fields refuses, or the handler: now, or as a promise. */
function run(route: Route, asking: Asking, admitted: Admitted): unknown {
  const { asked, context } = asking;
  if (route.call.body === "long") return runLong(route, asking, admitted);
  if (route.call.body) return runPosted(route, asking, admitted);
  const read = readInput(route, asked);
  if (isRefused(read)) return read;
  const { language, requestId, address, device, cookies } = context;
  const { caller, staff } = admitted;
  const { input, attempt } = read;
  // Name by name: spreading took as long as reading the fields.
  const known = { language, requestId, address, device, cookies, caller, staff, attempt };
  return route.run(input, known);
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
function admit(route: Route, asking: Asking): Promise<Admitted | Refused> | Admitted | Refused {
  const { call } = route;
  if (call.audience === "staff") return admitStaff(route, asking);
  if (comesFromElsewhere(route, asking)) return refuse("CROSS_SITE");
  if (call.audience === "visitor") {
    return call.knowsCaller ? lookWhoAsks(asking) : { caller: null, staff: null };
  }
  const found = asking.findCaller(asking.asked.headers.authorization);
  const { audience } = call;
  if (found instanceof Promise) return found.then((caller) => admitTrader(audience, caller));
  return admitTrader(audience, found);
}

function comesFromElsewhere({ call }: Route, { asked, rules }: Asking): boolean {
  return call.effect === "write" && isFromElsewhere(asked.headers, rules.isOwnOrigin);
}

/** Refuses with SESSION_EXPIRED or ONLY_REAL. */
function admitTrader(audience: Audience, caller: Caller | null): Admitted | Refused {
  if (!caller) return refuse("SESSION_EXPIRED");
  if (audience === "member" && caller.isDemo) return refuse("ONLY_REAL");
  return { caller, staff: null };
}

/** Refuses as `findWorker` does, before anything else is asked, or with CROSS_SITE. */
async function admitStaff(route: Route, asking: Asking): Promise<Admitted | Refused> {
  const staff = await findWorker(route, asking);
  if (isRefused(staff)) return staff;
  return comesFromElsewhere(route, asking) ? refuse("CROSS_SITE") : { caller: null, staff };
}

/** Refuses with NOT_FOUND, SESSION_EXPIRED or NOT_PERMITTED. */
async function findWorker(
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
