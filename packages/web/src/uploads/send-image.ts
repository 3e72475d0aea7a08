// Sends one image to the server and tells how much of it has gone. By XMLHttpRequest: fetch cannot
// say how far an upload is. Never throws; what failed is a value, as with every other request.

import { CODE_SESSION_EXPIRED, type LanguageId } from "@truetick/contract";
import { IMAGE_FIELD, IMAGE_UPLOAD_PATH, uploadedUrlFromWire } from "@truetick/contract/cashier";
import { type Answer, type EndedSession, readAnswer } from "../api/server.ts";

/** A slow line may take its time, but not for ever. */
const SEND_TIMEOUT_MS = 180_000;

export type Sending = {
  readonly file: File;
  readonly language: LanguageId;
  readonly token: string | null;
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
  readonly onSessionEnded: (ended: EndedSession) => void;
  readonly signal: AbortSignal;
  readonly openRequest?: () => XMLHttpRequest;
};

function unreachable(code: string): Answer<string> {
  return { isOk: false, failure: { kind: "unreachable", code } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Answers the address under which the server keeps it. */
export function sendImage(sending: Sending): Promise<Answer<string>> {
  const { file, language, token, onProgress, onSessionEnded, signal } = sending;
  const request = sending.openRequest?.() ?? new XMLHttpRequest();
  const form = new FormData();
  form.append(IMAGE_FIELD, file);
  return new Promise((resolve) => {
    request.open("POST", IMAGE_UPLOAD_PATH);
    request.timeout = SEND_TIMEOUT_MS;
    request.setRequestHeader("lang", language);
    request.setRequestHeader("authorization", token ?? "");
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    request.onerror = () => resolve(unreachable("NETWORK"));
    request.ontimeout = () => resolve(unreachable("TIMEOUT"));
    request.onabort = () => resolve({ isOk: false, failure: { kind: "cancelled" } });
    request.onload = () => {
      const body = parse(request.responseText);
      const answer = readAnswer(body, request.status, uploadedUrlFromWire);
      if (!answer.isOk && answer.failure.kind === "refused") {
        const { code, text } = answer.failure;
        if (code === String(CODE_SESSION_EXPIRED))
          onSessionEnded({ token, text, isInitial: false });
      }
      resolve(answer);
    };
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
