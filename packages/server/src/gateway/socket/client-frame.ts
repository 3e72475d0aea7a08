// What a client may say on the live socket: a heartbeat, or one small JSON frame with a type and
// a text. Everything else is no frame. Read by live-socket.ts, nobody else.

import { PING } from "@truetick/contract";

export type Heard =
  | { readonly type: "ping" }
  | { readonly type: "sub" | "unsub" | "login"; readonly params: string };

const TYPES = new Set(["sub", "unsub", "login"]);

/** Null when it is none of what a client may say. */
export function readFrame(source: string): Heard | null {
  if (source === PING) return { type: "ping" };
  const frame = parse(source);
  if (typeof frame !== "object" || frame === null) return null;
  if (!("type" in frame) || !("params" in frame)) return null;
  const { type, params } = frame;
  if (typeof type !== "string" || !TYPES.has(type) || typeof params !== "string") return null;
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
