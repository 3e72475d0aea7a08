// The sending of an order: once under a key of its own, asked about again when the line breaks, and
// what became of it. Kept by the ticket. Invariant: one order is under way at a time, and it is
// asked for as whoever sent it and nobody else.

import {
  type Market,
  type NewOrder,
  type PlacedOrder,
  requestPlaceOrder,
} from "@truetick/contract";
import { randomId, useStore } from "@truetick/ui/state";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Failure } from "../api/server.ts";
import { useApp } from "../app/app.ts";
import { useIsCut } from "../app/connection-state.ts";
import { beginWrite, isOutcomeUnknown, type WriteAttempt } from "../orders/write-once.ts";

/** Unsure: no answer came, and the same attempt is being asked for again. Unknown: still none. */
export type SendPhase = "editing" | "sending" | "unsure" | "unknown";

/** Where an order went, which may be another market than the reader is on by now, and how. */
export type Sent = {
  readonly market: Market;
  /** By a single tap. */
  readonly isAtOnce: boolean;
};

/** One try at an order. */
type Attempt = {
  readonly write: WriteAttempt<PlacedOrder>;
  readonly sent: Sent;
  /** Another who logs in on this device has not sent it. */
  readonly userId: string | undefined;
};

export type SendingEnds = {
  readonly onDone: (placed: PlacedOrder, sent: Sent) => void;
  readonly onRefused: (failure: Failure, sent: Sent) => void;
};

export function useSending(ends: SendingEnds) {
  const { server, session } = useApp();
  const userId = useStore(session)?.user.id;
  const [phase, setPhase] = useState<SendPhase>("editing");
  const attempt = useRef<Attempt | null>(null);
  // An answer ends on the screen as it is then, not as it was when the order was sent.
  const latest = useRef(ends);
  latest.current = ends;

  async function run(own: Attempt): Promise<void> {
    attempt.current = own;
    setPhase("sending");
    const answer = await own.write.send();
    if (attempt.current !== own) return;
    const isUnknown = !answer.isOk && isOutcomeUnknown(answer.failure);
    setPhase(isUnknown ? "unknown" : "editing");
    if (isUnknown) return;
    attempt.current = null;
    if (answer.isOk) latest.current.onDone(answer.value, own.sent);
    else latest.current.onRefused(answer.failure, own.sent);
  }

  const askAgain = () => {
    if (attempt.current && phase === "unknown") void run(attempt.current);
  };
  const letGo = () => {
    attempt.current = null;
    setPhase("editing");
  };
  // The line is back, or its sender is: what became of it is asked without a hand.
  const isCut = useIsCut();
  const look = useEffectEvent((isCutNow: boolean, userIdNow: string | undefined) => {
    if (!attempt.current || userIdNow === undefined) return;
    if (attempt.current.userId !== userIdNow) letGo();
    else if (!isCutNow) askAgain();
  });
  useEffect(() => look(isCut, userId), [isCut, userId]);

  return {
    phase,
    place(order: NewOrder, sent: Sent) {
      // Two presses may come before a render; the second finds the first under way.
      if (attempt.current) return;
      // Whoever has let go of an attempt means another order, even if it is the same.
      const key = randomId();
      const onUnsure = () => {
        if (attempt.current === own) setPhase("unsure");
      };
      const isOwn = () => session.get()?.user.id === userId;
      const write = beginWrite(server, requestPlaceOrder(order), { key, onUnsure, isOwn });
      const own: Attempt = { write, sent, userId };
      void run(own);
    },
    askAgain,
    letGo,
  };
}
