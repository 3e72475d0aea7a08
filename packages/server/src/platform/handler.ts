// What an area of the server gives the gateway: one function per declared call. It lives in the
// platform because every area above writes handlers and only the gateway runs them.

import type { Language, Reason } from "@truetick/contract";
import type { CALLS, Call, CallName } from "@truetick/contract/calls";
import type { z } from "zod";

export type CallContext = {
  readonly language: Language;
  /** Names this request in the logs; says nothing about who sent it. */
  readonly requestId: string;
};

const REFUSED = Symbol("refused");

/** "No" as a value: the reason, and the numbers its text speaks of. */
export type Refused = {
  readonly [REFUSED]: true;
  readonly reason: Reason;
  readonly numbers: Readonly<Record<string, string | number>>;
};

export function refuse(
  reason: Reason,
  numbers: Readonly<Record<string, string | number>> = {},
): Refused {
  return { [REFUSED]: true, reason, numbers };
}

export function isRefused(answer: unknown): answer is Refused {
  return typeof answer === "object" && answer !== null && REFUSED in answer;
}

export type Handler<C extends Call> = (
  input: z.output<C["input"]>,
  context: CallContext,
) => Promise<z.input<C["output"]> | Refused> | z.input<C["output"]> | Refused;

export type Handlers<Names extends CallName = CallName> = {
  readonly [Name in Names]: Handler<(typeof CALLS)[Name]>;
};
