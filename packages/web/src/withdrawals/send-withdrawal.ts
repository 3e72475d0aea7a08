// Asks for a withdrawal once, however often the line breaks (T01). The code and the quote of a
// request are others a minute later, so that pressing again would ask for another withdrawal:
// while nobody knows what became of one, it is asked for as it was, under its first key, and
// nothing else is. Invariant: a new one begins when the one before is known to hold nothing.

import {
  type NewWithdrawal,
  type RequestedWithdrawal,
  requestWithdrawal,
} from "@truetick/contract/cashier";
import type { Answer, Server } from "../api/server.ts";
import {
  type AttemptOptions,
  beginWrite,
  isOutcomeUnknown,
  type WriteAttempt,
} from "../orders/write-once.ts";

type Attempt = {
  readonly fields: string;
  readonly write: WriteAttempt<RequestedWithdrawal>;
};

/** By user: it outlives the form, which another currency draws anew. */
const unresolved = new WeakMap<object, Map<string, Attempt>>();

function unresolvedOf(server: object): Map<string, Attempt> {
  const known = unresolved.get(server) ?? new Map<string, Attempt>();
  unresolved.set(server, known);
  return known;
}

function begin(
  server: Pick<Server, "write">,
  asked: NewWithdrawal,
  options: Pick<AttemptOptions, "wait">,
): Attempt {
  const request = requestWithdrawal(asked);
  return {
    fields: JSON.stringify(request.fields),
    write: beginWrite(server, request, options),
  };
}

/** The answer is that of the one before, when that was not refused. */
export async function sendWithdrawal(
  server: Pick<Server, "write">,
  {
    userId,
    asked,
    ...options
  }: { readonly userId: string; readonly asked: NewWithdrawal } & Pick<AttemptOptions, "wait">,
): Promise<Answer<RequestedWithdrawal>> {
  const open = unresolvedOf(server);
  const send = async (attempt: Attempt) => {
    const answer = await attempt.write.send();
    const isOpen = !answer.isOk && isOutcomeUnknown(answer.failure);
    if (isOpen) open.set(userId, attempt);
    else open.delete(userId);
    return answer;
  };
  const next = begin(server, asked, options);
  const before = open.get(userId);
  if (!before) return await send(next);
  const answer = await send(before);
  const isTold = answer.isOk || open.has(userId) || before.fields === next.fields;
  return isTold ? answer : await send(next);
}
