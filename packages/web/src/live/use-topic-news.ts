// Tells a screen that something of the reader's own has changed on the server, so that it asks
// again: by a private topic of the socket, and after a connection that was lost, because nobody
// knows what happened meanwhile.

import type { ServerFrame } from "@truetick/contract";
import { useEffect, useEffectEvent } from "react";
import { useApp } from "../app/app.ts";
import { onLineBack } from "./watch-line.ts";

export function useTopicNews(
  topic: string,
  isNews: (frame: ServerFrame) => boolean,
  look: () => void,
): void {
  const { live } = useApp();
  const tell = useEffectEvent((frame: ServerFrame) => {
    if (isNews(frame)) look();
  });
  const lookAgain = useEffectEvent(look);
  useEffect(() => {
    const leave = live.socket.subscribe(topic);
    const unlisten = live.listen((frame) => tell(frame));
    const unwatch = onLineBack(live, () => lookAgain());
    return () => {
      unwatch();
      unlisten();
      leave();
    };
  }, [live, topic]);
}
