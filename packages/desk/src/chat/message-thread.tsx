// What was said, oldest first, as text and nothing else (T31): the person's at the start, ours at
// the end, with who wrote it and whether it was seen. Stays at the newest while somebody is there.

import type { SupportCase, SupportMessage } from "@truetick/contract/support";
import { Button } from "@truetick/ui";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { writeMoment } from "../app/moment.ts";
import { MessagePicture } from "./message-picture.tsx";
import styles from "./message-thread.module.css";
import { useWho } from "./use-who.ts";

const NEAR_END_PX = 80;
const GROUP_MAX_SEC = 300;

type Older = {
  readonly all: readonly SupportMessage[];
  readonly hasOlder: boolean;
  readonly isAsking: boolean;
  readonly more: () => Promise<void>;
};

/** Keeps the newest in sight unless somebody has gone up to read. */
function useEnd(newestId: string) {
  const scroller = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message moves the end
  useEffect(() => {
    const element = scroller.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [newestId]);
  return {
    scroller,
    onScroll: () => {
      const element = scroller.current;
      if (!element) return;
      const left = element.scrollHeight - element.scrollTop - element.clientHeight;
      isAtEnd.current = left < NEAR_END_PX;
    },
    onGrown: () => {
      const element = scroller.current;
      if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
    },
  };
}

export function MessageThread({
  shown,
  older,
  isTyping,
}: {
  readonly shown: SupportCase;
  readonly older: Older;
  readonly isTyping: boolean;
}) {
  const t = useTranslations("chat");
  const who = useWho();
  const { all } = older;
  const { scroller, onScroll, onGrown } = useEnd(all.at(-1)?.id ?? "");
  const lastOwn = all.findLast(({ author }) => author === "staff");
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <div ref={scroller} className={styles.scroller} tabIndex={0} onScroll={onScroll}>
        {older.hasOlder && (
          <Button
            size="dense"
            kind="ghost"
            isWorking={older.isAsking}
            onClick={() => void older.more()}
          >
            {t("older")}
          </Button>
        )}
        <ol className={styles.messages} aria-label={t("said")}>
          {all.map((message, at) => (
            <Message
              key={message.id}
              message={message}
              isFirst={!isOneGroup(all[at - 1], message)}
              name={message.author === "user" ? who(shown) : message.name}
              note={message === lastOwn ? (isSeen(message, shown) ? t("seen") : t("sent")) : null}
              onGrown={onGrown}
            />
          ))}
        </ol>
      </div>
      <p className={styles.typing} role="status">
        {isTyping ? t("typing", { who: who(shown) }) : ""}
      </p>
    </>
  );
}

const isSeen = ({ id }: SupportMessage, { userReadId }: SupportCase) =>
  Number(id) <= Number(userReadId);

function isOneGroup(before: SupportMessage | undefined, message: SupportMessage): boolean {
  if (!before || before.author !== message.author || before.name !== message.name) return false;
  return message.at - before.at < GROUP_MAX_SEC;
}

function Message({
  message,
  isFirst,
  name,
  note,
  onGrown,
}: {
  readonly message: SupportMessage;
  readonly isFirst: boolean;
  readonly name: string;
  readonly note: string | null;
  readonly onGrown: () => void;
}) {
  const t = useTranslations("chat");
  const { author, text, imageUrl, at } = message;
  if (author === "system") {
    return <li className={styles.system}>{`${t("closed")} · ${writeMoment(at)}`}</li>;
  }
  return (
    <li className={styles.message} data-side={author} data-first={isFirst}>
      {isFirst && (
        <p className={styles.name}>
          {name} <span className={styles.time}>{writeMoment(at)}</span>
        </p>
      )}
      <div className={styles.bubble}>
        {imageUrl !== null && <MessagePicture path={imageUrl} onGrown={onGrown} />}
        {text !== "" && <p className={styles.words}>{text}</p>}
      </div>
      {note !== null && <p className={styles.note}>{note}</p>}
    </li>
  );
}
