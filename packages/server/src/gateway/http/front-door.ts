// Every HTTP request comes through here: the rules that hold for all of them in their order, then
// the route, then one line in the log and one count. Invariants: whatever is asked, the answer is
// an envelope or a file, or nothing of a file's type while there are none yet, never a stack; the
// log never sees a query, a body or an address (T05).

import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Language, languageOf } from "@truetick/contract";
import { isRefused, type Refused, refuse } from "../../platform/handler.ts";
import type { Log } from "../../platform/log.ts";
import type { AddressLimit } from "./address-limit.ts";
import { type Answer, refuseWith } from "./answer.ts";
import type { Assets } from "./assets.ts";
import { type Method, methodOf, overridesMethod } from "./check-method.ts";
import { clientAddress } from "./client-address.ts";
import { deviceName } from "./device-name.ts";
import { bodyKindOf, type HeardBody } from "./hear-body.ts";
import type { Metrics } from "./metrics.ts";
import type { AnswerPlain } from "./plain-lane.ts";
import {
  announcesBody,
  createLateBody,
  FIELD_LIMITS,
  NO_BODY,
  RAW_LIMITS,
  readBody,
} from "./read-body.ts";
import { readTarget } from "./request-target.ts";
import type { Place, Route, RouteTable } from "./route-table.ts";
import { type CallRules, type FindCaller, type FindStaff, runCall, type Said } from "./run-call.ts";
import type { HeaderSets } from "./security-headers.ts";
import { answerBytes, sendAnswer, sendStream } from "./send-answer.ts";
import { answerAsset, putOffAsset } from "./serve-asset.ts";
import type { SideLane } from "./side-lane.ts";

export type Page = (request: Request) => Answer | Promise<Answer>;

/** What the server answers with once it has started. */
export type Site = {
  readonly routes: RouteTable;
  /** The server's own pages: health, metrics, the description of the calls. */
  readonly pages: ReadonlyMap<string, Page>;
  readonly assets: Assets;
  /** Whether the desk is there for whoever comes from this address (T84). */
  readonly allowsDesk: (address: string) => boolean;
  /** The files for those for whom it is not. */
  readonly assetsWithoutDesk: Assets;
  readonly findCaller: FindCaller;
  readonly findStaff: FindStaff;
};

export type House = {
  readonly sets: HeaderSets;
  readonly rules: CallRules;
  readonly limit: AddressLimit;
  readonly metrics: Metrics;
  readonly trustedProxies: number;
  /** Answered before there is a site, and beside it. */
  readonly earlyPages: Site["pages"];
  readonly site: () => Site | null;
  /** Resolves when there is a site, or after a moment without one. */
  readonly opening: () => Promise<unknown>;
  readonly sideLane: SideLane;
};

type AnswerRequest = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export type FrontDoor = {
  readonly answer: AnswerRequest;
  /** Of requests that never come to node:http, where their call takes such. */
  readonly answerPlain: AnswerPlain;
};

export function createFrontDoor(house: House): FrontDoor {
  const nextRequestId = createRequestIds();
  const answer = createAnswering(house, nextRequestId);
  return {
    answer: (request, response) => {
      if (house.site() || house.earlyPages.has(request.url ?? "")) return answer(request, response);
      // Who has gone meanwhile wants nothing any more.
      return house
        .opening()
        .then(() => (request.socket.destroyed ? undefined : answer(request, response)));
    },
    answerPlain: ({ url, headers, body }, socket) => {
      const request = { method: "POST", url, headers, httpVersion: "1.1", socket };
      if (!isForPlainLane(request, house.site())) return null;
      const heard = { body: { bytes: body, isWhole: true, isTooLarge: false }, late: null };
      return () => answerHeard({ request, ...heard }, { house, requestId: nextRequestId() });
    },
  };
}

function isForPlainLane({ url = "" }: Request, site: Site | null): boolean {
  const mark = url.indexOf("?");
  const place = site?.routes.get(mark === -1 ? url : url.slice(0, mark));
  return place?.routes.POST?.isPlain === true;
}

/** Answers what was heard to its end. Rejects after a line in the log. */
async function answerHeard(
  { request, body, late }: Pick<Question, "request" | "body" | "late">,
  { house, requestId }: { readonly house: House; readonly requestId: string },
): Promise<string | Buffer> {
  const startedAtMs = performance.now();
  const language = languageOf(String(request.headers.lang ?? ""));
  const question = { request, body, late, language, requestId };
  let said: Said;
  try {
    const deciding = decide(question, house);
    said = deciding instanceof Promise ? await deciding : deciding;
  } catch (err) {
    said = sayBroken(err, question, house);
  }
  try {
    if (hasRows(said.answer)) throw new Error("Invariant: the plain lane answers envelopes");
    return answerBytes(said.answer, { sets: house.sets, requestId });
  } catch (err) {
    tellBroken(err, { call: said.call, requestId, house });
    throw err;
  } finally {
    note(said, { house, request, requestId, startedAtMs });
  }
}

function createAnswering(house: House, nextRequestId: () => string): AnswerRequest {
  return async (request, response) => {
    const startedAtMs = performance.now();
    const requestId = nextRequestId();
    const language = languageOf(String(request.headers.lang ?? ""));
    const hasBody = announcesBody(request.headers);
    const kind = hasBody ? bodyKindOf(request, house.site()?.routes) : undefined;
    const late = kind === "image" || kind === "long" ? createLateBody(request) : null;
    const limits = kind === "raw" ? RAW_LIMITS : FIELD_LIMITS;
    const body = hasBody && !late ? await readBody(request, limits) : NO_BODY;
    const question = { request, body, late, language, requestId };
    const said = await decideSafely(question, house);
    const { answer, call } = said;
    const isHeardOut = late ? await late.settle() : body.isWhole && !body.isTooLarge;
    const sending = { sets: house.sets, requestId, closes: !isHeardOut };
    if (hasRows(answer)) {
      const sent = sendStream({ request, response }, answer, sending);
      await sent.catch((err) => tellBroken(err, { call, requestId, house }));
    } else sendAnswer({ request, response }, answer, sending);
    note(said, { house, request, requestId, startedAtMs });
  };
}

type Noting = {
  readonly house: House;
  readonly request: Request;
  readonly requestId: string;
  readonly startedAtMs: number;
};

/** One count and one line. */
function note(said: Said, { house, request, requestId, startedAtMs }: Noting): void {
  const elapsedMs = performance.now() - startedAtMs;
  house.metrics.countRequest(said.call, said.answer.reason ?? "ok", elapsedMs / 1_000);
  writeAccessLine(said, { log: house.rules.log, request, requestId, elapsedMs });
}

function hasRows(answer: Answer): answer is Answer & Required<Pick<Answer, "rows">> {
  return answer.rows !== undefined;
}

/** Rows that broke on their way: the connection was cut, so that nobody takes half for all. */
function tellBroken(
  err: unknown,
  { call, requestId, house }: { call: string; requestId: string; house: House },
): void {
  house.rules.log.error({ err, requestId, call }, "an answer broke on its way");
}

/** Unique across restarts, and says nothing about who asks. */
export function createRequestIds(): () => string {
  const start = randomBytes(6).toString("base64url");
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}

/** What is asked of a request, whoever has read it. */
type Request = Pick<IncomingMessage, "method" | "url" | "headers" | "httpVersion" | "socket">;

type Question = HeardBody & {
  readonly request: Request;
  readonly language: Language;
  readonly requestId: string;
};

async function decideSafely(question: Question, house: House): Promise<Said> {
  try {
    return await decide(question, house);
  } catch (err) {
    return sayBroken(err, question, house);
  }
}

function sayBroken(err: unknown, { requestId, language }: Question, house: House): Said {
  house.rules.log.error({ err, requestId }, "the gateway broke");
  const answer = refuseWith(language, refuse("INTERNAL"));
  return { answer, call: "none", isRoutine: false };
}

/** A plain value where nothing has to be waited for: every promise is a cost. */
function decide(question: Question, house: House): Said | Promise<Said> {
  const { request, language } = question;
  const site = house.site();
  const address = clientAddress(request, house.trustedProxies);
  const target = readTarget(request.url ?? "");
  const place = isRefused(target) ? undefined : findPlace(target.path, { site, address });
  const allow = ["Allow", place && !place.isForStaff ? place.allow : "GET, HEAD"];
  const say = (refused: Refused): Said => ({
    answer: refuseWith(language, refused, headersFor(refused, allow)),
    call: "none",
    isRoutine: false,
  });

  // Which method comes first: nothing else is asked of one that may not do anything here (T02).
  const method = methodOf(request.method);
  if (method === null || overridesMethod(request.headers)) return say(refuse("METHOD_NOT_ALLOWED"));
  if (isRefused(target)) return say(target);
  if (isMisshapen(request, method)) return say(refuse("MALFORMED"));
  if (!house.limit.allows(address)) return say(refuse("TOO_MANY"));

  const page = (site?.pages ?? house.earlyPages).get(target.path);
  if (page && method === "POST") return say(refuse("METHOD_NOT_ALLOWED"));
  if (page) return answerPage(page, request, target.path);
  if (!site) return putOff(target.path, method, say);
  if (!place) {
    const file = findFile(target.path, method, { request, site, address });
    return isRefused(file) ? say(file) : { answer: file, call: "file", isRoutine: true };
  }
  const route = place.routes[method];
  if (!route) return say(refuse(place.isForStaff ? "NOT_FOUND" : "METHOD_NOT_ALLOWED"));
  return answerRoute(route, { question, method, query: target.query, address, house, site });
}

/** While there is no site: a file in its own type, everything else in words. */
function putOff(path: string, method: Method, say: (refused: Refused) => Said): Said {
  const answer = method === "POST" ? null : putOffAsset(path);
  return answer ? { answer, call: "file", isRoutine: false } : say(refuse("UNAVAILABLE"));
}

function findPlace(
  path: string,
  { site, address }: { readonly site: Site | null; readonly address: string },
): Place | undefined {
  const place = site?.routes.get(path);
  return place?.isOfDesk && !site?.allowsDesk(address) ? undefined : place;
}

async function answerPage(page: Page, request: Request, path: string): Promise<Said> {
  return { answer: await page(request), call: path, isRoutine: true };
}

/** What a refusal must tell beside its words. */
function headersFor({ reason }: Refused, allow: readonly string[]): readonly string[] {
  return reason === "METHOD_NOT_ALLOWED" ? allow : [];
}

function answerRoute(
  route: Route,
  found: {
    question: Question;
    method: Method;
    query: string;
    address: string;
    house: House;
    site: Site;
  },
): Promise<Said> {
  const { method, query, address, house, site } = found;
  const { request, body, late, language, requestId } = found.question;
  const { rules, sideLane } = house;
  const { findCaller, findStaff } = site;
  const asked = { method, query, headers: request.headers, body, late };
  const device = deviceName(request.headers["user-agent"]);
  const cookies = request.headers.cookie ?? "";
  const context = { language, requestId, address, device, cookies };
  const asking = { asked, context, rules, findCaller, findStaff };
  if (!route.call.isCostly) return runCall(route, asking);
  return sideLane.turn().then(() => runCall(route, asking));
}

/** Refuses with MALFORMED, NOT_FOUND or METHOD_NOT_ALLOWED. */
function findFile(
  encodedPath: string,
  method: Method,
  { request, site, address }: { request: Request; site: Site; address: string },
): Answer | Refused {
  const path = decodePath(encodedPath);
  if (path === null) return refuse("MALFORMED");
  const assets = site.allowsDesk(address) ? site.assets : site.assetsWithoutDesk;
  const file = answerAsset(path, request.headers, assets);
  if (!file) return refuse("NOT_FOUND");
  return method === "POST" ? refuse("METHOD_NOT_ALLOWED") : file;
}

/** Without a host, or with a body where none belongs, which proxies read differently. */
function isMisshapen({ headers, httpVersion }: Request, method: Method): boolean {
  if (httpVersion === "1.1" && headers.host === undefined) return true;
  return method !== "POST" && announcesBody(headers);
}

function decodePath(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes("\0") ? null : decoded;
  } catch {
    return null;
  }
}

function writeAccessLine(
  { answer, call, isRoutine }: Said,
  {
    log,
    request,
    requestId,
    elapsedMs,
  }: { log: Log; request: Request; requestId: string; elapsedMs: number },
): void {
  const level = isRoutine ? "debug" : "info";
  if (!log.isLevelEnabled(level)) return;
  const line = {
    requestId,
    call,
    method: methodOf(request.method) ?? "other",
    status: answer.status,
    ...(answer.reason && { reason: answer.reason }),
    ms: Math.round(elapsedMs * 100) / 100,
  };
  log[level](line, "answered");
}
