// Keeps the conversation of whoever is here for as long as the screen is open, and looks again when
// the socket says that something is new or the line was lost. Tells when the other side is writing.

import { TOPIC_SUPPORT, visitorTopicOf } from "@truetick/contract/support";
import { useStore } from "@truetick/ui/state";
import { useEffect, useEffectEvent, useMemo } from "react";
import { useApp } from "../app/app.ts";
import { onLineBack } from "../live/watch-line.ts";
import { type Conversation, createConversation } from "./conversation.ts";
import { visitorKey } from "./visitor-key.ts";

export function useConversation(onTyping: () => void): Conversation {
  const { server, storage, session, live } = useApp();
  const token = useStore(session)?.token ?? null;
  // Another session is another's chat.
  const conversation = useMemo(
    () => createConversation({ server, storage, isMember: token !== null }),
    [server, storage, token],
  );
  const tell = useEffectEvent(onTyping);
  useEffect(() => {
    const topic = token === null ? visitorTopicOf(visitorKey(storage)) : TOPIC_SUPPORT;
    const leave = live.socket.subscribe(topic);
    const unlisten = live.listen((frame) => {
      if (frame.type !== TOPIC_SUPPORT) return;
      const kinds = frame.data.flatMap((one) => one.kinds);
      if (kinds.includes("typing")) tell();
      if (kinds.some((kind) => kind !== "typing")) void conversation.look();
    });
    const unwatch = onLineBack(live, () => void conversation.look());
    void conversation.look();
    return () => {
      unwatch();
      unlisten();
      leave();
    };
  }, [conversation, live, storage, token]);
  return conversation;
}
