// The calls of the support chat as an app makes them. With a session the chat is the session's own;
// without one it is known by the visitor's key. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import { type SupportThread, type SupportThreadWire, supportThreadFromWire } from "./support.ts";

const readThread = (wire: unknown) => supportThreadFromWire(wire as SupportThreadWire);
const THREAD_PATH = "/v1/api/support/thread";

/** The newest messages of the own chat; with an id, those before it. */
export function requestSupportThread(before: string | null): ReadRequest<SupportThread> {
  return { path: THREAD_PATH, query: before === null ? {} : { before }, read: readThread };
}

/** The same of a visitor's; the key goes in the body, where no log sees it. */
export function requestVisitorThread(
  key: string,
  before: string | null,
): WriteRequest<SupportThread> {
  const fields = before === null ? { key } : { key, before };
  return { path: THREAD_PATH, fields, read: readThread };
}

const keyed = (key: string | null) => (key === null ? {} : { key });

/** `key` is a visitor's, null with a session. Answers the id of the message. */
export function requestSendSupport(message: {
  readonly text: string;
  readonly image: string | null;
  readonly key: string | null;
}): WriteRequest<string> {
  const { text, image, key } = message;
  return {
    path: "/v1/api/support/send",
    fields: { text, ...(image === null ? {} : { image }), ...keyed(key) },
    read: (wire) => (wire as { id: string }).id,
  };
}

/** Everything up to this message was seen. */
export function requestReadSupport(id: string, key: string | null): WriteRequest<null> {
  return { path: "/v1/api/support/read", fields: { id, ...keyed(key) }, read: () => null };
}

export function requestTypingSupport(key: string | null): WriteRequest<null> {
  return { path: "/v1/api/support/typing", fields: keyed(key), read: () => null };
}

/** What was said before logging in becomes the account's own. */
export function requestJoinSupport(key: string): WriteRequest<null> {
  return { path: "/v1/api/support/join", fields: { key }, read: () => null };
}
