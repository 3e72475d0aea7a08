// One client's side of the live socket: what it says, how fast, and what it hears back. Started
// by live-socket.ts for every socket that was let in. Invariant: a client is answered in the
// order it spoke, and one that says too much, or nothing, is let go.

import {
  type ErrorFrame,
  type Language,
  type LoginFrame,
  PONG,
  type Reason,
  TOPIC_QUOTES,
} from "@truetick/contract";
import type { RawData, WebSocket } from "ws";
import type { Clock } from "../../platform/clock.ts";
import { text } from "../../platform/messages.ts";
import { isDatabaseAway } from "../../platform/outage.ts";
import type { FindCaller } from "../http/run-call.ts";
import { type Heard, readFrame } from "./client-frame.ts";
import type { QuoteFanOut, Reader } from "./quote-fan-out.ts";
import type { SocketLimits } from "./socket-limits.ts";

const CLOSE_NOT_TEXT = 1003;
const CLOSE_POLICY = 1008;
const CLOSE_TRY_LATER = 1013;

export type Conversation = {
  /** Closes the socket when nothing was heard for too long (T78). */
  readonly endIfSilent: () => void;
};

type Parts = {
  readonly language: Language;
  readonly findCaller: FindCaller;
  readonly quotes: QuoteFanOut;
  readonly clock: Pick<Clock, "monotonic">;
  readonly limits: SocketLimits;
};

export function converse(socket: WebSocket, parts: Parts): Conversation {
  const { quotes, clock, limits } = parts;
  const reader = readerOf(socket, limits);
  const answer = answererOf(socket, reader, parts);
  const isWithinRate = createRate(clock, limits.messagesPerSecondMax);
  let heardAtMs = clock.monotonic();
  let loggingIn: Promise<unknown> | null = null;

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
    // Whoever logs in is answered before what came after; how much that is, the rate bounds.
    if (frame?.type === "login" || loggingIn) {
      const turn = (loggingIn ?? Promise.resolve()).then(() => answer(frame));
      loggingIn = turn;
      void turn.then(() => {
        if (loggingIn === turn) loggingIn = null;
      });
    } else void answer(frame);
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

/** What is said to each frame; logging in answers later, everything else at once. */
function answererOf(
  socket: WebSocket,
  reader: ReturnType<typeof readerOf>,
  { language, findCaller, quotes }: Parts,
): (frame: Heard | null) => Promise<void> | null {
  async function logIn(token: string): Promise<void> {
    try {
      const caller = await findCaller(token);
      if (caller) say({ type: "login", data: { ok: 1 } });
      else sayNo("SESSION_EXPIRED");
    } catch (problem) {
      // A database that cannot answer says nothing about the session (T19).
      sayNo(isDatabaseAway(problem) ? "UNAVAILABLE" : "INTERNAL");
    }
  }

  function say(frame: LoginFrame | ErrorFrame): void {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
  }

  function sayNo(reason: Reason): void {
    say({ type: "error", reason, msg: text(language, `reasons.${reason}`) });
  }

  return function answer(frame) {
    if (socket.readyState !== socket.OPEN) return null;
    if (!frame) sayNo("MALFORMED");
    else if (frame.type === "ping") socket.send(PONG);
    else if (frame.type === "login") return logIn(frame.params);
    else if (frame.params !== TOPIC_QUOTES) sayNo("TOPIC_UNKNOWN");
    else if (frame.type === "sub") quotes.add(reader);
    else quotes.remove(reader);
    return null;
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
