// The one way to ask the server over HTTP. Adds what every request carries (language, session, `t`
// on a GET, a key on a write), opens the envelope, and turns everything that can go wrong into a
// value. Never throws; what failed is told by whoever asked. Only a session that has ended is told
// from here, once for all, with the token that it was.

import {
  CODE_OK,
  CODE_SESSION_EXPIRED,
  type Envelope,
  type LanguageId,
  type ReadRequest,
  type Reason,
  type WriteRequest,
} from "@truetick/contract";
import { randomId } from "@truetick/ui/state";

const ANSWER_TIMEOUT_MS = 10_000;
/** A write may wait for its turn, and nobody should repeat it out of impatience. */
const WRITE_TIMEOUT_MS = 20_000;
/** The server did not get all of what was asked in time: whether an earlier part did is unknown. */
const STATUS_TIMED_OUT = 408;

/** The numbers and names that a refusal's text speaks of. */
export type RefusalNumbers = Readonly<Record<string, unknown>>;

export type Failure =
  /** The server understood and said no; `text` is in the reader's language. */
  | {
      readonly kind: "refused";
      readonly code: string;
      /** Null when the server named none. One of a newer server may match no name we know. */
      readonly reason: Reason | null;
      readonly numbers: RefusalNumbers;
      readonly text: string;
    }
  /** No usable answer: no network, a time-out, or something that is not our envelope. */
  | { readonly kind: "unreachable"; readonly code: string }
  /** The asker lost interest. Nobody is told. */
  | { readonly kind: "cancelled" };

export type Answer<T> =
  | { readonly isOk: true; readonly value: T }
  | { readonly isOk: false; readonly failure: Failure };

export type AskOptions = {
  readonly signal?: AbortSignal;
  /** Asked without the reader's doing, at the start: an ended session sends nobody to /login. */
  readonly isInitial?: boolean;
};

export type WriteOptions = AskOptions & {
  /** Names the attempt, so that its repetition changes nothing twice (T01). New by default. */
  readonly key?: string;
};

export type Server = {
  readonly read: <T>(request: ReadRequest<T>, options?: AskOptions) => Promise<Answer<T>>;
  readonly write: <T>(request: WriteRequest<T>, options?: WriteOptions) => Promise<Answer<T>>;
};

/** What only looks needs only this. */
export type Reader = Pick<Server, "read">;

/** The server knows no session (any more) by the token that was sent. */
export type EndedSession = {
  readonly token: string | null;
  readonly text: string;
  readonly isInitial: boolean;
};

export type ServerOptions = {
  readonly origin: string;
  readonly language: () => LanguageId;
  /** The session's token; null for a visitor. */
  readonly token?: () => string | null;
  readonly onSessionEnded?: (ended: EndedSession) => void;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
};

function failed(failure: Failure): { readonly isOk: false; readonly failure: Failure } {
  return { isOk: false, failure };
}

function unreachable(code: string) {
  return failed({ kind: "unreachable", code });
}

function isEnvelope(body: unknown): body is Envelope {
  return typeof body === "object" && body !== null && "code" in body && "msg" in body;
}

function refusalOf({ code, msg, data, reason }: Envelope): Failure {
  const hasNumbers = typeof data === "object" && data !== null && !Array.isArray(data);
  return {
    kind: "refused",
    code: String(code),
    // The names are the contract's; what nobody knows here is compared with and never equal.
    reason: typeof reason === "string" ? (reason as Reason) : null,
    numbers: hasNumbers ? { ...data } : {},
    text: msg,
  };
}

/** Opens the envelope of an answer, whichever way it came. */
export function readAnswer<T>(
  body: unknown,
  status: number,
  read: (wire: unknown) => T,
): Answer<T> {
  if (!isEnvelope(body) || status === STATUS_TIMED_OUT) return unreachable(`HTTP ${status}`);
  return body.code === CODE_OK ? readValue(read, body.data) : failed(refusalOf(body));
}

type Asking<T> = {
  readonly url: URL;
  readonly init: RequestInit;
  readonly headers?: Readonly<Record<string, string>>;
  readonly read: (wire: unknown) => T;
  readonly patienceMs: number;
  readonly options: AskOptions;
};

export function createServer({
  origin,
  language,
  token: tokenNow = () => null,
  onSessionEnded,
  fetch: send = (...args) => fetch(...args),
  now = Date.now,
}: ServerOptions): Server {
  async function ask<T>(asking: Asking<T>): Promise<Answer<T>> {
    const { signal, isInitial = false } = asking.options;
    const patience = AbortSignal.timeout(asking.patienceMs);
    const token = tokenNow();
    try {
      const response = await send(asking.url, {
        ...asking.init,
        headers: { lang: language(), authorization: token ?? "", ...asking.headers },
        signal: signal ? AbortSignal.any([signal, patience]) : patience,
      });
      const body: unknown = await response.json().catch(() => null);
      if (isEnvelope(body) && body.code === CODE_SESSION_EXPIRED)
        onSessionEnded?.({ token, text: body.msg, isInitial });
      return readAnswer(body, response.status, asking.read);
    } catch {
      if (signal?.aborted) return failed({ kind: "cancelled" });
      return unreachable(patience.aborted ? "TIMEOUT" : "NETWORK");
    }
  }

  return {
    read(request, options = {}) {
      const url = new URL(request.path, origin);
      for (const [name, text] of Object.entries(request.query)) url.searchParams.set(name, text);
      url.searchParams.set("t", String(now()));
      const { read } = request;
      return ask({ url, init: {}, read, patienceMs: ANSWER_TIMEOUT_MS, options });
    },
    write(request, options = {}) {
      const { read } = request;
      return ask({
        url: new URL(request.path, origin),
        init: { method: "POST", body: new URLSearchParams(request.fields) },
        headers: { "idempotency-key": options.key ?? randomId() },
        read,
        patienceMs: WRITE_TIMEOUT_MS,
        options,
      });
    },
  };
}

function readValue<T>(read: (wire: unknown) => T, wire: unknown): Answer<T> {
  try {
    return { isOk: true, value: read(wire) };
  } catch {
    return unreachable("UNREADABLE");
  }
}
