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

type Talk = { readonly all: readonly SupportMessage[]; readonly hasOlder: boolean };

/** Goes on with the newest page; where it does not touch what was there, it begins anew. */
function goOn(before: Talk, { messages, hasOlder }: SupportCase): Talk {
  const first = Number(messages[0]?.id ?? 0);
  const older = before.all.filter(({ id }) => Number(id) < first);
  const isTouching = older.length > 0 && older.length < before.all.length;
  if (!isTouching) return { all: messages, hasOlder };
  return { all: [...older, ...messages], hasOlder: before.hasOlder };
}

/** All that was on the screen, though the newest page has gone on, and what was asked for. */
function useTalk(shown: SupportCase) {
  const { server } = useDesk();
  const [kept, setKept] = useState<Talk>({ all: shown.messages, hasOlder: shown.hasOlder });
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => setKept((before) => goOn(before, shown)), [shown]);
  const talk = goOn(kept, shown);
  async function more(): Promise<void> {
    const before = talk.all[0]?.id;
    if (before === undefined || isAsking) return;
    setIsAsking(true);
    const answer = await server.read(requestSupportCase(shown.id, before));
    setIsAsking(false);
    if (!answer.isOk) return;
    const { messages, hasOlder } = answer.value;
    setKept((now) =>
      now.all[0]?.id === before ? { all: [...messages, ...now.all], hasOlder } : now,
    );
  }
  return { ...talk, isAsking, more };
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
  const older = useTalk(shown);
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
    // What was refused is not as it was on the screen.
    if (answer.failure.kind === "refused") onChanged();
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
                shown.isClosed
                  ? requestReopenSupport(shown.id)
                  : requestCloseSupport(shown.id, shown.messages.at(-1)?.id ?? null),
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
