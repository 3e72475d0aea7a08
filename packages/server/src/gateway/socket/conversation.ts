// One client's side of the live socket: what it says, how fast, and what it hears back. Started
// by live-socket.ts for every socket that was let in. Invariant: a client is answered in the
// order it spoke, and one that says too much, or nothing, is let go.

import {
  type ErrorFrame,
  type Language,
  PONG,
  type Reason,
  TOPIC_QUOTES,
} from "@truetick/contract";
import type { RawData, WebSocket } from "ws";
import type { Clock } from "../../platform/clock.ts";
import { text } from "../../platform/messages.ts";
import { readFrame } from "./client-frame.ts";
import type { QuoteFanOut, Reader } from "./quote-fan-out.ts";
import type { SocketLimits } from "./socket-limits.ts";

const CLOSE_NOT_TEXT = 1003;
const CLOSE_POLICY = 1008;
const CLOSE_TRY_LATER = 1013;

export type Conversation = {
  /** Closes the socket when nothing was heard for too long (T78). */
  readonly endIfSilent: () => void;
};

export function converse(
  socket: WebSocket,
  {
    language,
    quotes,
    clock,
    limits,
  }: {
    language: Language;
    quotes: QuoteFanOut;
    clock: Pick<Clock, "monotonic">;
    limits: SocketLimits;
  },
): Conversation {
  const reader = readerOf(socket, limits);
  const isWithinRate = createRate(clock, limits.messagesPerSecondMax);
  let heardAtMs = clock.monotonic();

  function allowsAnother(): boolean {
    if (socket.readyState !== socket.OPEN) return false;
    if (isWithinRate()) return true;
    socket.close(CLOSE_POLICY, "too many messages");
    return false;
  }

  function hear(said: RawData, isBinary: boolean): void {
    if (!allowsAnother()) return;
    if (isBinary) {
      socket.close(CLOSE_NOT_TEXT, "text only");
      return;
    }
    heardAtMs = clock.monotonic();
    const frame = readFrame(String(said));
    if (!frame) sayNo("MALFORMED");
    else if (frame.type === "ping") socket.send(PONG);
    // Nobody can have a session yet, so no token is one.
    else if (frame.type === "login") sayNo("SESSION_EXPIRED");
    else if (frame.params !== TOPIC_QUOTES) sayNo("TOPIC_UNKNOWN");
    else if (frame.type === "sub") quotes.add(reader);
    else quotes.remove(reader);
  }

  function sayNo(reason: Reason): void {
    const frame: ErrorFrame = { type: "error", reason, msg: text(language, `reasons.${reason}`) };
    socket.send(JSON.stringify(frame));
  }

  socket.on("message", hear);
  // The library answers control frames by itself; here they count against the flood (T77).
  socket.on("ping", allowsAnother);
  socket.on("pong", allowsAnother);
  // A broken frame closes the socket by itself; without a listener it would end the process.
  socket.on("error", () => undefined);
  socket.on("close", () => quotes.remove(reader));
  return {
    endIfSilent() {
      const isSilent = clock.monotonic() - heardAtMs > limits.silentAfterMs;
      if (isSilent) socket.close(CLOSE_POLICY, "no ping");
    },
  };
}

function createRate(clock: Pick<Clock, "monotonic">, perSecondMax: number): () => boolean {
  let windowStartMs = clock.monotonic();
  let count = 0;
  return () => {
    const nowMs = clock.monotonic();
    if (nowMs - windowStartMs >= 1_000) {
      windowStartMs = nowMs;
      count = 0;
    }
    count += 1;
    return count <= perSecondMax;
  };
}

function readerOf(socket: WebSocket, { goodbyeMs }: SocketLimits): Reader {
  return {
    unsentBytes: () => socket.bufferedAmount,
    write: (frame) => socket.send(frame, { binary: false }),
    giveUp() {
      socket.close(CLOSE_TRY_LATER, "too slow");
      // The goodbye itself waits behind what the client does not read.
      setTimeout(() => socket.terminate(), goodbyeMs).unref();
    },
  };
}
