// Our own chat: the page in its frame, and this screen beside it, which owns the session and the
// socket. The page is told what to show and asks for what it wants (frame-talk.ts); it never gets a
// token, a name or an address (T28).

import { SUPPORT_FRAME_PATH } from "@truetick/contract/support";
import { Skeleton } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useFailureText } from "../app/use-failure.ts";
import type { Conversation } from "./conversation.ts";
import { fetchPicture, isOfConversation } from "./fetch-picture.ts";
import { type FrameDoor, openFrameDoor } from "./frame-door.ts";
import type { FrameThread, ToFrame, ToParent } from "./frame-talk.ts";
import styles from "./support-frame.module.css";
import { useFrameLook } from "./use-frame-look.ts";
import { useSendMessage } from "./use-send-message.ts";

/** As the framed page shows it; staff are numbers. */
function useFrameThread(conversation: Conversation): FrameThread | null {
  const t = useTranslations("chat");
  const state = useStore(conversation);
  return useMemo(() => {
    if (state.phase !== "ready") return null;
    const { messages, hasOlder, theirReadId, canSendImages } = state.thread;
    const named = messages.map(({ name, ...message }) => ({
      ...message,
      name: name === "" ? "" : t("agent", { number: name }),
    }));
    return { kind: "thread", messages: named, hasOlder, theirReadId, canSendImages };
  }, [state, t]);
}

/** The screen's end of the talk: what the page asks for is done, what is known is told. */
function useFrameTalk(
  conversation: Conversation,
  frame: RefObject<HTMLIFrameElement | null>,
): { readonly isReady: boolean; readonly say: (words: ToFrame) => void } {
  const { session } = useApp();
  const door = useRef<FrameDoor | null>(null);
  const [isReady, setIsReady] = useState(false);
  const textOf = useFailureText();
  const send = useSendMessage(conversation);
  const say = useCallback((words: ToFrame) => door.current?.say(words), []);

  async function showPicture(url: string): Promise<void> {
    const state = conversation.get();
    const token = session.get()?.token;
    if (state.phase !== "ready" || token === undefined) return;
    if (!isOfConversation(url, state.thread.messages)) return;
    say({ kind: "picture", url, bytes: await fetchPicture(url, token) });
  }

  async function pass(said: Extract<ToParent, { kind: "send" }>): Promise<void> {
    const { key } = said;
    const answer = await send(said);
    if (answer.isOk) say({ kind: "sent", key, id: answer.value });
    else say({ kind: "refused", key, text: textOf(answer.failure) ?? "" });
  }

  const hear = useEffectEvent((said: ToParent) => {
    switch (said.kind) {
      case "ready":
        return setIsReady(true);
      case "send":
        return void pass(said);
      case "read":
        return conversation.markRead(said.id);
      case "typing":
        return conversation.tellTyping();
      case "older":
        return void conversation.readOlder();
      case "picture":
        return void showPicture(said.url);
    }
  });

  useEffect(() => {
    if (!frame.current) return undefined;
    const opened = openFrameDoor({ frame: frame.current, onSaid: (said) => hear(said) });
    door.current = opened;
    return () => opened.close();
  }, [frame]);
  return { isReady, say };
}

/** Until the page is there and knows what was said: where the words will stand. */
function ExpectedWords() {
  const words = useTranslations("words");
  return (
    <div className={styles.waiting} role="status" aria-label={words("loading")}>
      <div className={styles.own}>
        <Skeleton width="full" height="chip" />
      </div>
      <div className={styles.theirs}>
        <Skeleton width="full" height="chip" />
      </div>
    </div>
  );
}

export function SupportFrame({
  conversation,
  typedAt,
}: {
  readonly conversation: Conversation;
  /** Counts up whenever the other side is seen writing. */
  readonly typedAt: number;
}) {
  const t = useTranslations("chat");
  const frame = useRef<HTMLIFrameElement>(null);
  const look = useFrameLook();
  const thread = useFrameThread(conversation);
  const { isReady, say } = useFrameTalk(conversation, frame);
  useEffect(() => {
    if (isReady) say(look);
  }, [isReady, say, look]);
  useEffect(() => {
    if (isReady && thread) say(thread);
  }, [isReady, say, thread]);
  useEffect(() => {
    if (isReady && typedAt > 0) say({ kind: "typing" });
  }, [isReady, say, typedAt]);
  return (
    <div className={styles.place}>
      <iframe
        ref={frame}
        className={styles.frame}
        title={t("frame")}
        src={SUPPORT_FRAME_PATH}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
      />
      {(!isReady || thread === null) && <ExpectedWords />}
    </div>
  );
}
