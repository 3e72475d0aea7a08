// Is it the database that is away, rather than us who are wrong? Asked of whatever a call threw:
// the one is answered "try again", the other is a bug (T19, F07).

import { codeOf } from "./start-refusal.ts";

const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
]);

/** Connection trouble (08), an administrator's or a crash's shutdown (57P), nothing left (53). */
const SERVER_CODES = /^(?:08|57P|53)/;

/** What the client library says without a code when a connection breaks or is never had. */
const WORDS = [
  "connection terminated",
  "timeout exceeded when trying to connect",
  "not queryable",
  "driver has already been destroyed",
  "cannot use a pool after calling end",
];

export function isDatabaseAway(problem: unknown): boolean {
  const code = codeOf(problem);
  if (code !== null) return NETWORK_CODES.has(code) || SERVER_CODES.test(code);
  if (problem instanceof AggregateError) return problem.errors.some(isDatabaseAway);
  if (!(problem instanceof Error)) return false;
  const message = problem.message.toLowerCase();
  return WORDS.some((words) => message.includes(words));
}
