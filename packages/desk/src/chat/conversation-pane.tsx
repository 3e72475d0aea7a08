// One conversation: what was said, what is known of the person, and where it is answered. Reads
// itself again whenever something in it is new, keeps the older messages that were asked for, and
// notes what was read here.

import {
  requestAssignSupport,
  requestCloseSupport,
  requestReopenSupport,
  requestSeenSupport,
  requestSupportCase,
  type SupportCase,
  type SupportMessage,
} from "@truetick/contract/support";
import { Button, Tag } from "@truetick/ui";
import { type RefObject, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useDesk, useMay, useStaff } from "../app/desk.ts";
import { useFailureText } from "../app/use-failure.ts";
import { useRead } from "../app/use-read.ts";
import { Detail } from "../frame/detail.tsx";
import { AnswerBox } from "./answer-box.tsx";
import type { ChatNews } from "./chat-socket.ts";
import styles from "./conversation-pane.module.css";
import { MessageThread } from "./message-thread.tsx";
import { PersonCard } from "./person-card.tsx";
import { useTyping } from "./use-typing.ts";
import { useWho } from "./use-who.ts";

type Pane = {
  readonly id: string;
  /** Filled with what hears of news about this conversation. */
  readonly news: RefObject<((news: ChatNews) => void) | null>;
  readonly onChanged: () => void;
  readonly onBack: () => void;
};

export function ConversationPane({ id, news, onChanged, onBack }: Pane) {
  const reading = useRead(() => requestSupportCase(id, null), id);
  const typing = useTyping();
  useEffect(() => {
    news.current = ({ kinds }) => {
      if (kinds.includes("typing")) typing.show();
      if (kinds.includes("message")) typing.hide();
      if (kinds.some((kind) => kind !== "typing")) reading.again();
    };
    return () => {
      news.current = null;
    };
  }, [news, reading.again, typing.show, typing.hide]);
  const changed = () => {
    reading.again();
    onChanged();
  };
  return (
    <Detail reading={reading} onBack={onBack}>
      {(shown) => <Whole shown={shown} isTyping={typing.isShown} onChanged={changed} />}
    </Detail>
  );
}

/** Those before the newest page, as far as they were asked for. */
function useOlder({ id, messages, hasOlder }: SupportCase) {
  const { server } = useDesk();
  const [older, setOlder] = useState<readonly SupportMessage[]>([]);
  const [isMore, setIsMore] = useState(hasOlder);
  const [isAsking, setIsAsking] = useState(false);
  const first = messages[0];
  const known = older.filter((one) => first === undefined || Number(one.id) < Number(first.id));
  async function more(): Promise<void> {
    const before = (known[0] ?? first)?.id;
    if (before === undefined || isAsking) return;
    setIsAsking(true);
    const answer = await server.read(requestSupportCase(id, before));
    setIsAsking(false);
    if (!answer.isOk) return;
    setOlder([...answer.value.messages, ...known]);
    setIsMore(answer.value.hasOlder);
  }
  return { all: [...known, ...messages], hasOlder: isMore, isAsking, more };
}

/** What is on the screen has been read. */
function useSeen({ id, messages, unread }: SupportCase): void {
  const { server } = useDesk();
  const may = useMay();
  const newest = messages.at(-1)?.id;
  const isDue = unread > 0 && may("support.answer");
  useEffect(() => {
    const tell = () => {
      if (!isDue || newest === undefined || document.hidden) return;
      void server.write(requestSeenSupport(id, newest));
    };
    tell();
    document.addEventListener("visibilitychange", tell);
    return () => document.removeEventListener("visibilitychange", tell);
  }, [server, id, newest, isDue]);
}

function Whole({
  shown,
  isTyping,
  onChanged,
}: {
  readonly shown: SupportCase;
  readonly isTyping: boolean;
  readonly onChanged: () => void;
}) {
  const may = useMay();
  const older = useOlder(shown);
  useSeen(shown);
  return (
    <div className={styles.pane}>
      <div className={styles.talk}>
        <Head shown={shown} onChanged={onChanged} />
        <MessageThread shown={shown} older={older} isTyping={isTyping} />
        {may("support.answer") && <AnswerBox shown={shown} onChanged={onChanged} />}
      </div>
      <aside className={styles.side}>
        <PersonCard shown={shown} />
      </aside>
    </div>
  );
}

function Head({
  shown,
  onChanged,
}: {
  readonly shown: SupportCase;
  readonly onChanged: () => void;
}) {
  const t = useTranslations("chat");
  const who = useWho();
  const may = useMay();
  const staff = useStaff();
  const { server, toasts, openWork } = useDesk();
  const textOf = useFailureText();
  const isMine = shown.agentId === staff.id;
  async function act(request: ReturnType<typeof requestCloseSupport>): Promise<void> {
    const answer = await server.write(request);
    if (answer.isOk) {
      openWork.ask();
      onChanged();
      return;
    }
    const why = textOf(answer.failure);
    if (why !== null) toasts.show({ tone: "failed", title: why });
  }
  return (
    <header className={styles.head}>
      <h1 className={styles.who}>{who(shown)}</h1>
      <Tag tone={shown.isClosed ? "neutral" : "accent"}>
        {shown.isClosed ? t("isClosed") : t("isOpen")}
      </Tag>
      <span className={styles.agent}>
        {shown.agentName === "" ? t("nobody") : t("answers", { name: shown.agentName })}
      </span>
      {may("support.answer") && (
        <span className={styles.acts}>
          <Button size="dense" onClick={() => void act(requestAssignSupport(shown.id, !isMine))}>
            {isMine ? t("release") : shown.agentId === null ? t("take") : t("takeOver")}
          </Button>
          <Button
            size="dense"
            onClick={() =>
              void act(
                shown.isClosed ? requestReopenSupport(shown.id) : requestCloseSupport(shown.id),
              )
            }
          >
            {shown.isClosed ? t("reopen") : t("close")}
          </Button>
        </span>
      )}
    </header>
  );
}
