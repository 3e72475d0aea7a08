// What an area of the server gives the gateway: one function per declared call. It lives in the
// platform because every area above writes handlers and only the gateway runs them.

import type { Language, Reason } from "@truetick/contract";
import type { CALLS, Call, CallName, SentFile, SentStream } from "@truetick/contract/calls";
import type { Permission } from "@truetick/contract/desk";
import type { AccountId } from "@truetick/engine";
import type { z } from "zod";

/** Whose session a call came with. The account is found by the session, never by a field (T74). */
export type Caller = {
  /** Names the session without being its secret. */
  readonly sessionId: number;
  readonly userId: number;
  readonly accountId: AccountId;
  readonly isDemo: boolean;
  /** ISO codes of where a member is, as far as it is known; absent where nothing is. */
  readonly countries?: readonly string[];
};

/** Whose staff session a call came with. Traders and staff share nothing, not a table (T84). */
export type StaffCaller = {
  readonly sessionId: number;
  readonly staffId: number;
  readonly name: string;
  readonly can: (permission: Permission) => boolean;
};

/** One attempt at a write, named by the client so that repeating it changes nothing (T01). */
export type Attempt = {
  readonly key: string;
  /** Everything that was asked for, in one spelling. */
  readonly payload: string;
};

/** What was posted where a call takes no fields: the one file of a form, or the bytes as sent. */
export type Posted = {
  readonly bytes: Buffer;
  /** By the sender's own word; empty where it gave none. */
  readonly contentType: string;
  /** What a payment provider signs its notices with; empty where there is none. */
  readonly signature: string;
};

export type CallContext = {
  readonly language: Language;
  /** Names this request in the logs; says nothing about who sent it. */
  readonly requestId: string;
  /** Where it came from, for limits and nothing else: it is never logged. */
  readonly address: string;
  /** As "Chrome/Android", by the caller's own word; empty when it cannot be told. */
  readonly device: string;
  /** The header as it came; empty when there is none. Cookies authenticate nothing. */
  readonly cookies: string;
  /** Null for calls that need no session. */
  readonly caller: Caller | null;
  /** Only there when somebody of the staff asks, in a call for staff or one that looks who asks. */
  readonly staff?: StaffCaller | null;
  /** Null for reads, and for writes that the client did not name. */
  readonly attempt: Attempt | null;
  /** Only there for calls that declare a `body`. */
  readonly posted?: Posted | null;
};

/** What the handler of a call that needs a session gets. */
export type TraderContext = CallContext & { readonly caller: Caller };

/** What the handler of a staff call gets; its permission was looked at already. */
export type StaffContext = CallContext & { readonly staff: StaffCaller };

type ContextOf<Whom extends Call["audience"]> = Whom extends "visitor"
  ? CallContext
  : Whom extends "staff"
    ? StaffContext
    : TraderContext;

const REFUSED = Symbol("refused");

type Numbers = Readonly<Record<string, string | number>>;

/** "No" as a value: the reason, and the numbers its text speaks of. */
export type Refused = {
  readonly [REFUSED]: true;
  readonly reason: Reason;
  readonly numbers: Numbers;
};

/** A class, since everything is asked whether it is one, and this is how that costs least. */
class Refusal implements Refused {
  readonly [REFUSED] = true;
  readonly reason: Reason;
  readonly numbers: Numbers;

  constructor(reason: Reason, numbers: Numbers) {
    this.reason = reason;
    this.numbers = numbers;
  }
}

export function refuse(reason: Reason, numbers: Numbers = {}): Refused {
  return new Refusal(reason, numbers);
}

export function isRefused(answer: unknown): answer is Refused {
  return answer instanceof Refusal;
}

/** A cookie of such a name is set by the host itself, over https, or not at all: browsers' rule. */
export const HOST_PREFIX = "__Host-";

/** What the caller's browser is asked to keep; how is the gateway's matter. */
export type Cookie = {
  readonly name: string;
  /** Of characters that need no quoting. */
  readonly value: string;
  readonly maxAgeSec: number;
};

const ACCOMPANIED = Symbol("accompanied");

/** An answer that comes with a cookie. */
export type Accompanied<Output> = {
  readonly [ACCOMPANIED]: true;
  readonly output: Output;
  readonly cookie: Cookie;
};

export function answerWith<Output>(
  output: Output,
  { cookie }: { readonly cookie: Cookie },
): Accompanied<Output> {
  return { [ACCOMPANIED]: true, output, cookie };
}

export function isAccompanied(answer: unknown): answer is Accompanied<unknown> {
  return typeof answer === "object" && answer !== null && ACCOMPANIED in answer;
}

const SENT = Symbol("sent");

/** An answer that is no envelope; for calls declared with `file()` or `stream()`. */
export type Sent = { readonly [SENT]: true } & (SentFile | SentStream);

export function answerFile(file: Omit<SentFile, "sent">): SentFile {
  const sent: Sent & SentFile = { [SENT]: true, sent: "file", ...file };
  return sent;
}

/** Rows are asked for as fast as the caller takes them; whoever leaves ends them. */
export function answerStream(stream: Omit<SentStream, "sent">): SentStream {
  const sent: Sent & SentStream = { [SENT]: true, sent: "stream", ...stream };
  return sent;
}

export function isSent(answer: unknown): answer is Sent {
  return typeof answer === "object" && answer !== null && SENT in answer;
}

type Said<Output> = Output | Accompanied<Output> | Refused;

export type Handler<C extends Call> = (
  input: z.output<C["input"]>,
  context: ContextOf<C["audience"]>,
) => Promise<Said<z.input<C["output"]>>> | Said<z.input<C["output"]>>;

export type Handlers<Names extends CallName = CallName> = {
  readonly [Name in Names]: Handler<(typeof CALLS)[Name]>;
};
