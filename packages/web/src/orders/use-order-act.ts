// One act on an order: sent once under a key of its own, asked for again when the line breaks, and
// what became of it. Shared by the detail popup, the rows of the workspace and "close all".

import type { WriteRequest } from "@truetick/contract";
import { useRef, useState } from "react";
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

export function useOrderAct(): OrderAct {
  const { server } = useApp();
  const [phase, setPhase] = useState<ActPhase>("idle");
  const [failure, setFailure] = useState<Failure | null>(null);
  const again = useRef<(() => Promise<void>) | null>(null);

  async function send<T>(attempt: WriteAttempt<T>, onDone: (value: T) => void): Promise<void> {
    setPhase("working");
    setFailure(null);
    const answer = await attempt.send();
    const isUnknown = !answer.isOk && isOutcomeUnknown(answer.failure);
    setPhase(isUnknown ? "unknown" : "idle");
    if (!isUnknown) again.current = null;
    if (answer.isOk) onDone(answer.value);
    else setFailure(answer.failure);
  }

  return {
    phase,
    failure,
    run(request, onDone) {
      // One act at a time: a second press finds the first under way.
      if (again.current) return;
      const attempt = beginWrite(server, request, { onUnsure: () => setPhase("unsure") });
      again.current = () => send(attempt, onDone);
      void again.current();
    },
    askAgain() {
      if (phase === "unknown") void again.current?.();
    },
    forget() {
      if (phase === "working" || phase === "unsure") return;
      again.current = null;
      setPhase("idle");
      setFailure(null);
    },
  };
}
