// One act on an order: sent once under a key of its own, asked for again when the line breaks, and
// what became of it. Shared by the detail popup, the rows of the workspace and "close all".
// Invariant: it is asked for as whoever began it and nobody else.

import type { WriteRequest } from "@truetick/contract";
import { useStore } from "@truetick/ui/state";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Failure } from "../api/server.ts";
import { useApp } from "../app/app.ts";
import { beginWrite, isOutcomeUnknown, type WriteAttempt } from "./write-once.ts";

export type ActPhase = "idle" | "working" | "unsure" | "unknown";

export type OrderAct = {
  readonly phase: ActPhase;
  readonly failure: Failure | null;
  readonly run: <T>(request: WriteRequest<T>, onDone: (value: T) => void) => void;
  /** Asks what became of the last act; only while that is unknown. */
  readonly askAgain: () => void;
  readonly forget: () => void;
};

/** One act, until it is known what became of it. */
type Attempt = {
  readonly ask: () => Promise<void>;
  /** Another who logs in on this device has not begun it. */
  readonly userId: string | undefined;
};

export function useOrderAct(): OrderAct {
  const { server, session } = useApp();
  const userId = useStore(session)?.user.id;
  const [phase, setPhase] = useState<ActPhase>("idle");
  const [failure, setFailure] = useState<Failure | null>(null);
  const attempt = useRef<Attempt | null>(null);

  async function send<T>(
    own: Attempt,
    { write, onDone }: { write: WriteAttempt<T>; onDone: (value: T) => void },
  ): Promise<void> {
    setPhase("working");
    setFailure(null);
    const answer = await write.send();
    if (attempt.current !== own) return;
    const isUnknown = !answer.isOk && isOutcomeUnknown(answer.failure);
    setPhase(isUnknown ? "unknown" : "idle");
    if (!isUnknown) attempt.current = null;
    if (answer.isOk) onDone(answer.value);
    else setFailure(answer.failure);
  }

  const letGo = () => {
    attempt.current = null;
    setPhase("idle");
    setFailure(null);
  };
  const look = useEffectEvent((userIdNow: string | undefined) => {
    if (!attempt.current || userIdNow === undefined) return;
    if (attempt.current.userId !== userIdNow) letGo();
  });
  useEffect(() => look(userId), [userId]);

  return {
    phase,
    failure,
    run(request, onDone) {
      // One act at a time: a second press finds the first under way.
      if (attempt.current) return;
      const isOwn = () => session.get()?.user.id === userId;
      const onUnsure = () => {
        if (attempt.current === own) setPhase("unsure");
      };
      const write = beginWrite(server, request, { owner: userId, onUnsure, isOwn });
      const own: Attempt = { ask: () => send(own, { write, onDone }), userId };
      attempt.current = own;
      void own.ask();
    },
    askAgain() {
      const own = attempt.current;
      if (phase === "unknown" && own?.userId === session.get()?.user.id) void own?.ask();
    },
    forget() {
      if (phase !== "working" && phase !== "unsure") letGo();
    },
  };
}
