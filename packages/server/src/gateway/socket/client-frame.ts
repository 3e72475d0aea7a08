// What a client may say on the live socket: a heartbeat, or one small JSON frame with a type and
// a text. Everything else is no frame. Read by conversation.ts, nobody else.

import { type ClientFrame, PING } from "@truetick/contract";

export type Heard = ClientFrame | { readonly type: "ping" };

/** Types that come with a text. */
const WORDED = new Set(["sub", "unsub", "login"]);

/** Null when it is none of what a client may say. */
export function readFrame(source: string): Heard | null {
  if (source === PING) return { type: "ping" };
  const frame = parse(source);
  if (typeof frame !== "object" || frame === null || !("type" in frame)) return null;
  const { type } = frame;
  if (type === "logout") return { type };
  const params = "params" in frame ? frame.params : null;
  if (typeof type !== "string" || !WORDED.has(type) || typeof params !== "string") return null;
  // The set above holds exactly these types.
  return { type: type as "sub" | "unsub" | "login", params };
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return null;
  }
}
