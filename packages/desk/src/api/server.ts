// The one way of the desk to ask the server. Adds the staff session and a key for every write,
// opens the envelope, and turns everything that can go wrong into a value; never throws. The end of
// a session is told from here, once for all: 999, or a desk that looks as if it were not there.

import {
  CODE_OK,
  CODE_SESSION_EXPIRED,
  type Envelope,
  type ReadRequest,
  type Reason,
  type WriteRequest,
} from "@truetick/contract";
import { IMAGE_FIELD } from "@truetick/contract/cashier";
import { requestStaffMe } from "@truetick/contract/desk";
import { randomId } from "@truetick/ui/state";

const ANSWER_TIMEOUT_MS = 15_000;
const WRITE_TIMEOUT_MS = 30_000;
/** Pictures and exports may be long on a slow line. */
const FILE_TIMEOUT_MS = 120_000;
/** Answers anybody who is logged in, and nobody else: asked when the desk seems to be gone. */
const WHO_PATH = requestStaffMe().path;
const LANGUAGE = "en";

export type Failure =
  | {
      readonly kind: "refused";
      readonly code: string;
      readonly reason: Reason | null;
      /** The numbers and names that the refusal's text speaks of. */
      readonly numbers: Readonly<Record<string, unknown>>;
      readonly text: string;
    }
  /** No usable answer: no network, a time-out, or something that is not our envelope. */
  | { readonly kind: "unreachable"; readonly code: string }
  | { readonly kind: "cancelled" };

export type Answer<T> =
  | { readonly isOk: true; readonly value: T }
  | { readonly isOk: false; readonly failure: Failure };

export type Fetched = { readonly blob: Blob; readonly fileName: string | null };

export type FetchOptions = {
  readonly signal?: AbortSignal;
  /** Bytes so far, and of how many rows the whole will be when the server says so. */
  readonly onProgress?: (bytes: number, rows: number | null) => void;
};

export type UploadRequest<T> = {
  readonly path: `/${string}`;
  readonly file: File;
  readonly read: (wire: unknown) => T;
};

export type Server = {
  readonly read: <T>(request: ReadRequest<T>, signal?: AbortSignal) => Promise<Answer<T>>;
  readonly write: <T>(request: WriteRequest<T>, key?: string) => Promise<Answer<T>>;
  /** One picture, as the form of one file that the server takes. */
  readonly upload: <T>(request: UploadRequest<T>) => Promise<Answer<T>>;
  /** A picture or a file that only staff may have. */
  readonly fetch: (path: string, options?: FetchOptions) => Promise<Answer<Fetched>>;
};

export type ServerOptions = {
  readonly origin: string;
  readonly token: () => string | null;
  /** The server knows no session by the token that was sent. */
  readonly onSessionEnded: (token: string) => void;
  readonly send?: typeof fetch;
};

type Asking<T> = {
  readonly url: URL;
  readonly init: RequestInit;
  readonly headers?: Readonly<Record<string, string>>;
  readonly patienceMs: number;
  readonly signal: AbortSignal | undefined;
  readonly open: (response: Response) => Promise<Answer<T>>;
};

function failed(failure: Failure): { readonly isOk: false; readonly failure: Failure } {
  return { isOk: false, failure };
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

/** Opens the envelope; `read` may meet a shape that nobody promised. */
async function openEnvelope<T>(response: Response, read: (wire: unknown) => T): Promise<Answer<T>> {
  const body: unknown = await response.json().catch(() => null);
  if (!isEnvelope(body)) {
    return failed({ kind: "unreachable", code: `HTTP ${response.status}` });
  }
  if (body.code !== CODE_OK) return failed(refusalOf(body));
  try {
    return { isOk: true, value: read(body.data) };
  } catch {
    return failed({ kind: "unreachable", code: "UNREADABLE" });
  }
}

const FILE_NAME = /filename="([^"]+)"/;
const ROWS_HEADER = "x-total-rows";

async function openFile(
  response: Response,
  onProgress: FetchOptions["onProgress"],
): Promise<Answer<Fetched>> {
  const type = response.headers.get("content-type") ?? "application/octet-stream";
  if (!response.ok || type.startsWith("application/json")) {
    return openEnvelope(response, () => {
      throw new Error("Invariant: a file is no envelope");
    });
  }
  const fileName = FILE_NAME.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? null;
  const total = response.headers.get(ROWS_HEADER);
  const chunks: BlobPart[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
    chunks.push(step.value);
    bytes += step.value.byteLength;
    onProgress?.(bytes, total === null ? null : Number(total));
  }
  return { isOk: true, value: { blob: new Blob(chunks, { type }), fileName } };
}

type Knock = <T>(asking: Asking<T>) => Promise<Answer<T>>;

function headersFor(token: string | null): Readonly<Record<string, string>> {
  return { lang: LANGUAGE, authorization: token ?? "" };
}

function isExpired(answer: Answer<unknown>): boolean {
  if (answer.isOk || answer.failure.kind !== "refused") return false;
  return answer.failure.code === String(CODE_SESSION_EXPIRED);
}

/** Sends, waits no longer than it should, and notices the end of the session. */
function createKnock({
  origin,
  token: tokenNow,
  onSessionEnded,
  send = (...args) => fetch(...args),
}: ServerOptions): Knock {
  /** Whether the desk has become invisible to us, or only one thing of it is missing. */
  async function isStranger(response: Response, url: URL, token: string): Promise<boolean> {
    if (response.status !== 404) return false;
    if (url.pathname === WHO_PATH) return true;
    const who = await send(new URL(WHO_PATH, origin), { headers: headersFor(token) });
    return who.status === 404;
  }

  return async (asking) => {
    const { url, signal } = asking;
    const patience = AbortSignal.timeout(asking.patienceMs);
    const token = tokenNow();
    try {
      const response = await send(url, {
        ...asking.init,
        cache: "no-store",
        headers: { ...headersFor(token), ...asking.headers },
        signal: signal ? AbortSignal.any([signal, patience]) : patience,
      });
      const isGone = token !== null && (await isStranger(response, url, token));
      const answer = await asking.open(response);
      if (token !== null && (isGone || isExpired(answer))) onSessionEnded(token);
      return answer;
    } catch {
      if (signal?.aborted) return failed({ kind: "cancelled" });
      return failed({ kind: "unreachable", code: patience.aborted ? "TIMEOUT" : "NETWORK" });
    }
  };
}

export function createServer(options: ServerOptions): Server {
  const { origin } = options;
  const ask = createKnock(options);
  return {
    read({ path, query, read }, signal) {
      const url = new URL(path, origin);
      for (const [name, text] of Object.entries(query)) url.searchParams.set(name, text);
      url.searchParams.set("t", String(Date.now()));
      const open = (response: Response) => openEnvelope(response, read);
      return ask({ url, init: {}, patienceMs: ANSWER_TIMEOUT_MS, signal, open });
    },
    write({ path, fields, read }, key = randomId()) {
      return ask({
        url: new URL(path, origin),
        init: { method: "POST", body: new URLSearchParams(fields) },
        headers: { "idempotency-key": key },
        patienceMs: WRITE_TIMEOUT_MS,
        signal: undefined,
        open: (response) => openEnvelope(response, read),
      });
    },
    upload({ path, file, read }) {
      const form = new FormData();
      form.append(IMAGE_FIELD, file);
      return ask({
        url: new URL(path, origin),
        init: { method: "POST", body: form },
        patienceMs: FILE_TIMEOUT_MS,
        signal: undefined,
        open: (response) => openEnvelope(response, read),
      });
    },
    fetch(path, { signal, onProgress } = {}) {
      return ask({
        url: new URL(path, origin),
        init: {},
        patienceMs: FILE_TIMEOUT_MS,
        signal,
        open: (response) => openFile(response, onProgress),
      });
    },
  };
}
