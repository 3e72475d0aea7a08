// The structured log: one JSON object per line on standard error, so that standard output stays
// for people. Invariant: no personal data. Callers log ids and counts, never bodies, addresses
// or query strings; errors pass through `describeError`, which drops what PostgreSQL quotes.

import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from "pino";

export type Log = Logger;
export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const STANDARD_ERROR = 2;
const CAUSES_MAX = 3;

export function createLog(
  level: LogLevel,
  stream: DestinationStream = destination({ dest: STANDARD_ERROR, sync: true }),
): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (problem: unknown) => describeError(problem) },
    },
    stream,
  );
}

type ErrorInLog = {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly stack?: string;
  readonly cause?: ErrorInLog;
};

/** What may be known of an error: its kind, words, place and causes; never its row or query. */
function describeError(problem: unknown, depth = 0): ErrorInLog {
  if (!(problem instanceof Error)) return { type: typeof problem, message: "not an Error" };
  // Node adds a code to its errors, PostgreSQL both.
  const { code, constraint } = problem as Error & { code?: unknown; constraint?: unknown };
  const frames = (problem.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: problem.name,
    message: withoutQuotedValue(problem.message),
    ...(typeof code === "string" && { code }),
    ...(typeof constraint === "string" && { constraint }),
    stack: frames.join("\n"),
    ...(problem.cause !== undefined &&
      depth < CAUSES_MAX && { cause: describeError(problem.cause, depth + 1) }),
  };
}

/** PostgreSQL ends some messages with what a user typed: `invalid input syntax …: "a@b.c"`. */
function withoutQuotedValue(message: string): string {
  return message.replace(/: "[\s\S]*"/, "");
}
