// The one way to ask the server over HTTP. Adds what every request carries (language, session, and
// `t` on a GET), opens the envelope, and turns everything that can go wrong into a value. Never
// throws; what failed is told by whoever asked.

import { CODE_OK, type Envelope, type LanguageId, type ReadRequest } from "@truetick/contract";

const ANSWER_TIMEOUT_MS = 10_000;

export type Failure =
  /** The server understood and said no; `text` is in the reader's language. */
  | { readonly kind: "refused"; readonly code: string; readonly text: string }
  /** No usable answer: no network, a time-out, or something that is not our envelope. */
  | { readonly kind: "unreachable"; readonly code: string }
  /** The asker lost interest. Nobody is told. */
  | { readonly kind: "cancelled" };

export type Answer<T> =
  | { readonly isOk: true; readonly value: T }
  | { readonly isOk: false; readonly failure: Failure };

export type Server = {
  readonly read: <T>(request: ReadRequest<T>, signal?: AbortSignal) => Promise<Answer<T>>;
};

export type ServerOptions = {
  readonly origin: string;
  readonly language: () => LanguageId;
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

async function openEnvelope<T>(response: Response, request: ReadRequest<T>): Promise<Answer<T>> {
  const body: unknown = await response.json().catch(() => null);
  if (!isEnvelope(body)) return unreachable(`HTTP ${response.status}`);
  if (body.code !== CODE_OK) {
    return failed({ kind: "refused", code: String(body.code), text: body.msg });
  }
  try {
    return { isOk: true, value: request.read(body.data) };
  } catch {
    return unreachable("UNREADABLE");
  }
}

export function createServer({
  origin,
  language,
  fetch: send = (...args) => fetch(...args),
  now = Date.now,
}: ServerOptions): Server {
  return {
    async read(request, signal) {
      const url = new URL(request.path, origin);
      for (const [name, text] of Object.entries(request.query)) url.searchParams.set(name, text);
      url.searchParams.set("t", String(now()));
      const patience = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
      try {
        const response = await send(url, {
          // The session comes with accounts; the wire carries its header from the start.
          headers: { lang: language(), authorization: "" },
          signal: signal ? AbortSignal.any([signal, patience]) : patience,
        });
        return await openEnvelope(response, request);
      } catch {
        if (signal?.aborted) return failed({ kind: "cancelled" });
        return unreachable(patience.aborted ? "TIMEOUT" : "NETWORK");
      }
    },
  };
}
