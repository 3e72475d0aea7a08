// Fetches a file row by row with the session's header and tells how far it is. Never throws; what
// failed is a value, as with every other request.

import { CODE_SESSION_EXPIRED, type LanguageId } from "@truetick/contract";
import { type Answer, type EndedSession, readAnswer } from "../api/server.ts";

const TOTAL_ROWS = "X-Total-Rows";
const NEW_LINE = 10;
const FILE_TYPE = /^(?:text\/csv|application\/x-ndjson)/;

export type CsvProgress = {
  readonly rows: number;
  /** Null when the server does not know. */
  readonly total: number | null;
};

export type CsvAsking = {
  readonly path: string;
  readonly language: LanguageId;
  readonly token: string | null;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: CsvProgress) => void;
  readonly onSessionEnded: (ended: EndedSession) => void;
  readonly fetch?: typeof fetch;
};

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (const byte of bytes) if (byte === NEW_LINE) lines += 1;
  return lines;
}

async function collect(response: Response, onProgress: CsvAsking["onProgress"]): Promise<Blob> {
  const said = Number(response.headers.get(TOTAL_ROWS) ?? Number.NaN);
  const total = Number.isFinite(said) ? said : null;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || !value) break;
    parts.push(value);
    lines += countLines(value);
    // The first line names the columns.
    onProgress({ rows: Math.max(0, lines - 1), total });
  }
  return new Blob(parts, { type: response.headers.get("content-type") ?? "" });
}

export async function fetchCsv(asking: CsvAsking): Promise<Answer<Blob>> {
  const { path, language, token, signal, onProgress, onSessionEnded } = asking;
  try {
    const response = await (asking.fetch ?? fetch)(path, {
      headers: { lang: language, authorization: token ?? "" },
      signal,
    });
    const isFile = FILE_TYPE.test(response.headers.get("content-type") ?? "");
    if (isFile) return { isOk: true, value: await collect(response, onProgress) };
    const body: unknown = await response.json().catch(() => null);
    // What is no file is a refusal in its envelope: there is nothing to read in it.
    const answer = readAnswer(body, response.status, (): Blob => {
      throw new Error("An envelope is no file");
    });
    if (!answer.isOk && answer.failure.kind === "refused") {
      const { code, text } = answer.failure;
      if (code === String(CODE_SESSION_EXPIRED)) onSessionEnded({ token, text, isInitial: false });
    }
    return answer;
  } catch {
    if (signal.aborted) return { isOk: false, failure: { kind: "cancelled" } };
    return { isOk: false, failure: { kind: "unreachable", code: "NETWORK" } };
  }
}
