// What the gateway says to a request, before it is written to anybody: status, headers, bytes.
// Every part of the gateway makes answers; only send-answer.ts writes them.

import { CODE_OK, type Envelope, type Language, REASONS, type Reason } from "@truetick/contract";
import type { Refused } from "../../platform/handler.ts";
import { text } from "../../platform/messages.ts";
import type { HeaderSets } from "./security-headers.ts";

export type Answer = {
  readonly status: number;
  /** Which of the standing headers go with it. */
  readonly kind: keyof HeaderSets;
  /** Its own headers, flat: name, value, name, value. */
  readonly headers: readonly string[];
  readonly body: string | Buffer;
  /** Sent after the head as fast as they are taken, instead of the body. */
  readonly rows?: AsyncIterator<string>;
  /** Set when the answer is a refusal; for logs and counters. */
  readonly reason?: Reason;
};

const RETRY: readonly string[] = ["Retry-After", "1"];

export const JSON_HEADERS: readonly string[] = ["Content-Type", "application/json; charset=utf-8"];

export function succeed(output: unknown, own: readonly string[] = []): Answer {
  const envelope: Envelope = { code: CODE_OK, msg: "", data: output };
  const headers = own.length === 0 ? JSON_HEADERS : [...JSON_HEADERS, ...own];
  return { status: 200, kind: "api", headers, body: JSON.stringify(envelope) };
}

export function refuseWith(
  language: Language,
  { reason, numbers }: Pick<Refused, "reason" | "numbers">,
  headers: readonly string[] = [],
): Answer {
  const { code, status } = REASONS[reason];
  const envelope: Envelope = {
    code,
    msg: text(language, `reasons.${reason}`, numbers),
    data: Object.keys(numbers).length > 0 ? numbers : null,
    reason,
  };
  return {
    status,
    kind: "api",
    // Turned away for a while, not for good.
    headers: [...JSON_HEADERS, ...(status === 429 || status === 503 ? RETRY : []), ...headers],
    body: JSON.stringify(envelope),
    reason,
  };
}

/** "Later", without words, to whoever reads nothing but this type. */
export function putOff(type: string): Answer {
  const reason = "UNAVAILABLE";
  const headers = ["Content-Type", type, ...RETRY];
  return { status: REASONS[reason].status, kind: "api", headers, body: "", reason };
}
