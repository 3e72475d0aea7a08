// Sends what was written in the framed page: the picture first, then the words with its address.
// A picture that is up already is not sent twice when the words are tried again.

import { useRef } from "react";
import type { Answer } from "../api/server.ts";
import { useApp } from "../app/app.ts";
import { sendImage } from "../uploads/send-image.ts";
import type { Conversation } from "./conversation.ts";
import type { ToParent } from "./frame-talk.ts";

type Written = Extract<ToParent, { kind: "send" }>;

export function useSendMessage(
  conversation: Conversation,
): (written: Written) => Promise<Answer<string>> {
  const { session, sessionLife, preferences } = useApp();
  const uploaded = useRef(new Map<string, string>());
  return async ({ key, text, picture }) => {
    let image = uploaded.current.get(key) ?? null;
    if (picture !== null && image === null) {
      const answer = await sendImage({
        file: picture,
        language: preferences.get().language.id,
        token: session.get()?.token ?? null,
        onProgress: () => undefined,
        onSessionEnded: sessionLife.noteEnded,
        signal: new AbortController().signal,
      });
      if (!answer.isOk) return answer;
      image = answer.value;
      uploaded.current.set(key, image);
    }
    return await conversation.send({ key, text: text.trim(), image });
  };
}
