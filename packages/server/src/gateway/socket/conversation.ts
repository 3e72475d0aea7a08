// One client's side of the live socket: what it says, how fast, and what it hears back. Started
// by live-socket.ts for every socket that was let in. Invariant: a client is answered in the
// order it spoke, and one that says too much, or nothing, is let go.

import {
  type ErrorFrame,
  type Language,
  PONG,
  type Reason,
  SESSION_ENDED,
  type SessionFrame,
} from "@truetick/contract";
import type { RawData, WebSocket } from "ws";
import type { Clock } from "../../platform/clock.ts";
import type { Caller } from "../../platform/handler.ts";
import { text } from "../../platform/messages.ts";
import { isDatabaseAway } from "../../platform/outage.ts";
import type { FindCaller } from "../http/run-call.ts";
import { type Heard, readFrame } from "./client-frame.ts";
import type { LiveTopics } from "./live-topics.ts";
import type { SessionSocket, SessionSockets } from "./session-sockets.ts";
import type { SocketLimits } from "./socket-limits.ts";
import { createStaffWatch, type WatchStaff } from "./staff-watch.ts";
import type { Subscriptions } from "./subscriptions.ts";
import type { Reader } from "./topic-stream.ts";
import { wireFrame } from "./wire-frame.ts";

const CLOSE_NOT_TEXT = 1003;
const CLOSE_POLICY = 1008;
const CLOSE_TRY_LATER = 1013;

/** What is said most often, to everybody alike. */
const PONG_FRAMES = [wireFrame(PONG)];

export type Conversation = {
  /** Closes the socket when nothing was heard for too long (T78), or its session is over. */
  readonly look: () => void;
};

type Parts = {
  readonly language: Language;
  readonly findCaller: FindCaller;
  readonly watchStaff: WatchStaff;
  /** Where the client is, for the networks that the desk is for. */
  readonly address: string;
  readonly topics: Pick<LiveTopics, "subscribe">;
  readonly sessions: SessionSockets;
  readonly clock: Pick<Clock, "monotonic">;
  readonly limits: SocketLimits;
};

export function converse(socket: WebSocket, reader: Reader, parts: Parts): Conversation {
  const { topics, clock, limits, language } = parts;
  const subscriptions = topics.subscribe(reader, language);
  const login = createLogin(socket, subscriptions, parts);
  const answer = answererOf(socket, reader, { subscriptions, language, login, hasRoom });
  const isWithinRate = createRate(clock, limits.messagesPerSecondMax);
  let heardAtMs = clock.monotonic();
  let loggingIn: Promise<unknown> | null = null;

  function allowsAnother(): boolean {
    if (socket.readyState !== socket.OPEN) return false;
    if (isWithinRate()) return true;
    socket.close(CLOSE_POLICY, "too many messages");
    return false;
  }

  /** Whoever speaks and does not read is answered up to here. */
  function hasRoom(): boolean {
    if (reader.unsentBytes() <= limits.unsentBytesMax) return true;
    reader.giveUp();
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
  socket.on("ping", () => void (allowsAnother() && hasRoom()));
  socket.on("pong", allowsAnother);
  // A broken frame closes the socket by itself; without a listener it would end the process.
  socket.on("error", () => undefined);
  socket.on("close", () => {
    login.leave();
    subscriptions.end();
  });
  return {
    look() {
      login.look();
      const isSilent = clock.monotonic() - heardAtMs > limits.silentAfterMs;
      if (isSilent) socket.close(CLOSE_POLICY, "no ping");
    },
  };
}

type Login = {
  /** Refuses with SESSION_EXPIRED, TOO_MANY, UNAVAILABLE or INTERNAL. */
  readonly enter: (token: string) => Promise<Reason | null>;
  readonly leave: () => void;
  readonly look: () => void;
};

/** The session that this socket is logged into, if any. */
function createLogin(
  socket: WebSocket,
  subscriptions: Subscriptions,
  { findCaller, watchStaff, address, clock, sessions, limits }: Parts,
): Login {
  let caller: Caller | null = null;
  const desk = createStaffWatch({
    watchStaff,
    address,
    clock,
    everyMs: limits.staffAskedEveryMs,
    onEnded: () => own.endSession(),
  });

  function leave(): void {
    if (caller) sessions.leave(caller, own);
    caller = null;
    desk.leave();
    subscriptions.own(null);
    subscriptions.answer(false);
  }

  const own: SessionSocket = {
    endSession() {
      leave();
      subscriptions.end();
      socket.close(CLOSE_POLICY, SESSION_ENDED);
      // Within a second, whether or not the client answers (inv30).
      setTimeout(() => socket.terminate(), limits.endedGoodbyeMs).unref();
    },
  };

  async function enter(token: string): Promise<Reason | null> {
    const found = await findCaller(token);
    if (socket.readyState !== socket.OPEN) return null;
    if (!found || found.accountId !== caller?.accountId) leave();
    if (!found) return await enterDesk(token);
    if (caller) sessions.leave(caller, own);
    caller = null;
    if (!sessions.enter(found, own)) {
      subscriptions.own(null);
      return "TOO_MANY";
    }
    caller = found;
    subscriptions.own(found);
    return null;
  }

  /** A token of the staff's is none of a trader's, and the other way round (T84). */
  async function enterDesk(token: string): Promise<Reason | null> {
    const staff = await desk.enter(token);
    if (socket.readyState !== socket.OPEN) return null;
    if (!staff) return "SESSION_EXPIRED";
    subscriptions.answer(staff.can("support.read"));
    return null;
  }

  return {
    leave,
    look: desk.look,
    // A database that cannot answer says nothing about the session (T19).
    enter: (token) =>
      enter(token).catch((problem) => (isDatabaseAway(problem) ? "UNAVAILABLE" : "INTERNAL")),
  };
}

/** What is said to each frame; logging in answers later, everything else at once. */
function answererOf(
  socket: WebSocket,
  reader: Reader,
  {
    subscriptions,
    language,
    login,
    hasRoom,
  }: {
    readonly subscriptions: Subscriptions;
    readonly language: Language;
    readonly login: Login;
    /** For an answer more; false when the client is let go instead. */
    readonly hasRoom: () => boolean;
  },
): (frame: Heard | null) => Promise<void> | null {
  function say(frame: SessionFrame | ErrorFrame): void {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
  }

  function sayIfNo(reason: Reason | null): void {
    if (reason) say({ type: "error", reason, msg: text(language, `reasons.${reason}`) });
  }

  async function logIn(token: string): Promise<void> {
    const refusal = await login.enter(token);
    if (refusal) sayIfNo(refusal);
    else say({ type: "login", data: { ok: 1 } });
  }

  return function answer(frame) {
    if (socket.readyState !== socket.OPEN || !hasRoom()) return null;
    if (!frame) sayIfNo("MALFORMED");
    else if (frame.type === "ping") reader.write(PONG_FRAMES);
    else if (frame.type === "login") return logIn(frame.params);
    else if (frame.type === "sub") sayIfNo(subscriptions.follow(frame.params));
    else if (frame.type === "unsub") subscriptions.unfollow(frame.params);
    else {
      login.leave();
      say({ type: "logout", data: { ok: 1 } });
    }
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

/** Slow readers are let go by closing; the goodbye itself waits behind what they do not read. */
export function closeSlow(socket: WebSocket, goodbyeMs: number): void {
  socket.close(CLOSE_TRY_LATER, "too slow");
  setTimeout(() => socket.terminate(), goodbyeMs).unref();
}
