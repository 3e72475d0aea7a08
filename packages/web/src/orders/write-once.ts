// A write that is carried out once, however often the line breaks while it is under way. Every
// attempt has a key of its own; when nobody can tell whether it was done, the same request is asked
// again with the same key, which the server answers from what it has booked (T01), also when the
// reader gives up waiting and presses again. Used by everything that moves money: placing, closing,
// cancelling, amending, paying in and out.

import type { WriteRequest } from "@truetick/contract";
import { randomId } from "@truetick/ui/state";
import type { Answer, Failure, Server } from "../api/server.ts";

/** Waits before each new asking; after the last the reader is told and asks himself. */
const ASK_AGAIN_MS = [400, 1_200, 3_000] as const;

/** The request may have been carried out: no answer came, or the server does not know itself. */
export function isOutcomeUnknown(failure: Failure): boolean {
  if (failure.kind === "unreachable") return true;
  return failure.kind === "refused" && failure.reason === "OUTCOME_UNKNOWN";
}

export type WriteAttempt<T> = {
  /** Asks, again with the same key each time. Ends with an answer, or with "nobody knows". */
  readonly send: () => Promise<Answer<T>>;
};

export type AttemptOptions = {
  /** Of an attempt that is meant as another one, even if it asks for the same. */
  readonly key?: string;
  /** Called when the first asking brought no certainty. */
  readonly onUnsure?: () => void;
  readonly wait?: (ms: number) => Promise<void>;
};

/** Keys of requests whose outcome nobody knows yet, so that a later press asks for the same. */
const unresolved = new WeakMap<object, Map<string, string>>();

function unresolvedOf(server: object): Map<string, string> {
  const known = unresolved.get(server) ?? new Map<string, string>();
  unresolved.set(server, known);
  return known;
}

const sleep = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

export function beginWrite<T>(
  server: Pick<Server, "write">,
  request: WriteRequest<T>,
  { key: given, onUnsure, wait = sleep }: AttemptOptions = {},
): WriteAttempt<T> {
  const open = unresolvedOf(server);
  const name = JSON.stringify([request.path, request.fields]);
  const key = given ?? open.get(name) ?? randomId();
  return {
    async send() {
      let answer = await server.write(request, { key });
      for (const pauseMs of ASK_AGAIN_MS) {
        if (answer.isOk || !isOutcomeUnknown(answer.failure)) break;
        onUnsure?.();
        await wait(pauseMs);
        answer = await server.write(request, { key });
      }
      if (answer.isOk || !isOutcomeUnknown(answer.failure)) open.delete(name);
      else open.set(name, key);
      return answer;
    },
  };
}
