// A write that is carried out once, however often the line breaks while it is under way. Every
// attempt has a key of its own; when nobody can tell whether it was done, the same request is asked
// again with the same key, which the server answers from what it has booked (T01), also when the
// reader gives up waiting and presses again. Used by everything that moves money: placing, closing,
// cancelling, amending, paying in and out. Invariant: a key is dropped by a decision alone.

import type { Reason, WriteRequest } from "@truetick/contract";
import { randomId } from "@truetick/ui/state";
import type { Answer, Failure, Server } from "../api/server.ts";

/** Waits before each new asking; after the last the reader is told and asks himself. */
const ASK_AGAIN_MS = [400, 1_200, 3_000] as const;

/** The request may have been carried out: no answer came, or the server does not know itself. */
export function isOutcomeUnknown(failure: Failure): boolean {
  if (failure.kind === "unreachable") return true;
  return failure.kind === "refused" && failure.reason === "OUTCOME_UNKNOWN";
}

/** Not now: it is about this asking alone, and says nothing of an earlier one. */
const NOT_NOW: ReadonlySet<Reason | null> = new Set([
  null,
  "UNAVAILABLE",
  "OVERLOADED",
  "TRADING_HALTED",
  "INTERNAL",
  "TOO_MANY",
  "SESSION_EXPIRED",
] as const);

function isDecision(failure: Failure): boolean {
  return failure.kind === "refused" && !isOutcomeUnknown(failure) && !NOT_NOW.has(failure.reason);
}

/** Asking again would be without a session, and lead the reader to the login once more. */
function isSessionOver<T>(answer: Answer<T>): boolean {
  if (answer.isOk || answer.failure.kind !== "refused") return false;
  return answer.failure.reason === "SESSION_EXPIRED";
}

export type WriteAttempt<T> = {
  /**
   * Asks, again with the same key each time. Ends with an answer, or with "nobody knows", also when
   * an asking that may have been carried out is followed by "not now".
   */
  readonly send: () => Promise<Answer<T>>;
};

export type AttemptOptions = {
  /** Of an attempt that is meant as another one, even if it asks for the same. */
  readonly key?: string;
  /** Whose it is: what another has left open is not taken up, even if it asks for the same. */
  readonly owner?: string | undefined;
  /** Called before each new asking of what is not certain. */
  readonly onUnsure?: () => void;
  /** False once it would be asked for as somebody else, whose order it would become. */
  readonly isOwn?: () => boolean;
  readonly wait?: (ms: number) => Promise<void>;
};

/** An attempt that may have been carried out, and the failure that left it open. */
type Unresolved = { readonly key: string; readonly failure: Failure };

/** By request, so that a later press asks for the same. */
const unresolved = new WeakMap<object, Map<string, Unresolved>>();

function unresolvedOf(server: object): Map<string, Unresolved> {
  const known = unresolved.get(server) ?? new Map<string, Unresolved>();
  unresolved.set(server, known);
  return known;
}

const sleep = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

export function beginWrite<T>(
  server: Pick<Server, "write">,
  request: WriteRequest<T>,
  { key: given, owner, onUnsure, isOwn = () => true, wait = sleep }: AttemptOptions = {},
): WriteAttempt<T> {
  const open = unresolvedOf(server);
  const name = JSON.stringify([request.path, request.fields, owner]);
  const before = open.get(name);
  const key = given ?? before?.key ?? randomId();
  /** Of an asking that may have been carried out, until the server has decided. */
  let doubt = before?.key === key ? before.failure : null;
  const ask = async () => {
    const answer = await server.write(request, { key });
    if (answer.isOk || isDecision(answer.failure)) doubt = null;
    else if (isOutcomeUnknown(answer.failure)) doubt = answer.failure;
    return answer;
  };
  return {
    async send() {
      let answer = await ask();
      for (const pauseMs of ASK_AGAIN_MS) {
        if (!doubt || isSessionOver(answer)) break;
        onUnsure?.();
        await wait(pauseMs);
        if (!isOwn()) break;
        answer = await ask();
      }
      if (!doubt) {
        open.delete(name);
        return answer;
      }
      open.set(name, { key, failure: doubt });
      return { isOk: false, failure: doubt };
    },
  };
}
