// Tells a screen that something about the reader's money or identity has changed on the server, so
// that it asks again: by the socket's private topic, and after a connection that was lost, because
// nobody knows what happened meanwhile.

import { type CashierKind, TOPIC_CASHIER } from "@truetick/contract";
import { useEffect, useEffectEvent } from "react";
import { useApp } from "../app/app.ts";

export function useCashierNews(kinds: readonly CashierKind[], look: () => void): void {
  const { live } = useApp();
  const tell = useEffectEvent((changed: readonly CashierKind[]) => {
    if (changed.some((kind) => kinds.includes(kind))) look();
  });
  const lookAgain = useEffectEvent(look);
  useEffect(() => {
    const leave = live.socket.subscribe(TOPIC_CASHIER);
    const unlisten = live.listen((frame) => {
      if (frame.type === TOPIC_CASHIER) tell(frame.kinds);
    });
    const { connection } = live.socket;
    let wasLive = connection.get().phase === "live";
    const unwatch = connection.subscribe(() => {
      const isLive = connection.get().phase === "live";
      if (isLive && !wasLive) lookAgain();
      wasLive = isLive;
    });
    return () => {
      unwatch();
      unlisten();
      leave();
    };
  }, [live]);
}
