// One thing that was told: its state, the words and the picture, what was answered since, and a
// field to answer back for as long as it is not closed.

import {
  FEEDBACK_REPLY_LENGTH_MAX,
  type Feedback,
  type FeedbackReply,
  requestReplyFeedback,
} from "@truetick/contract/content";
import { Button, Tag } from "@truetick/ui";
import { TextArea, useForm } from "@truetick/ui/forms";
import Reply from "lucide-react/icons/reply";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useTellFailure } from "../app/use-failure.ts";
import { useMoment } from "../app/use-moment.ts";
import { beginWrite } from "../orders/write-once.ts";
import { OwnPicture } from "../uploads/own-picture.tsx";
import styles from "./feedback.module.css";

const TONES = { new: "neutral", working: "accent", answered: "ok", closed: "neutral" } as const;

function Said({ reply }: { readonly reply: FeedbackReply }) {
  const t = useTranslations("feedback");
  const moment = useMoment();
  return (
    <li className={styles.said} data-staff={reply.isStaff}>
      <p className={styles.who}>
        <b>{reply.isStaff ? t("us") : t("you")}</b>
        <time dateTime={new Date(reply.at * 1_000).toISOString()}>{moment(reply.at)}</time>
      </p>
      <p className={styles.text} dir="auto">
        {reply.text}
      </p>
    </li>
  );
}

function ReplyForm({
  id,
  onDone,
  onCancel,
}: {
  readonly id: string;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}) {
  const { server, toasts } = useApp();
  const t = useTranslations("feedback");
  const words = useTranslations("words");
  const tellFailure = useTellFailure();
  const form = useForm({
    initial: { text: "" },
    check: ({ text }) => (text.trim() === "" ? { text: t("needed") } : {}),
    send: async ({ text }) => {
      const answer = await beginWrite(server, requestReplyFeedback(id, text.trim())).send();
      if (!answer.isOk) {
        tellFailure(answer.failure);
        return undefined;
      }
      toasts.show({ tone: "done", title: t("replySent") });
      onDone();
      return undefined;
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <TextArea
        {...form.text("text")}
        label={t("replyLabel")}
        rows={3}
        maxLength={FEEDBACK_REPLY_LENGTH_MAX}
      />
      <div className={styles.acts}>
        <Button size="touch" onClick={onCancel}>
          {words("cancel")}
        </Button>
        <Button type="submit" kind="primary" size="touch" isWorking={form.isSending}>
          {t("send")}
        </Button>
      </div>
    </form>
  );
}

export function FeedbackCard({
  feedback,
  onReplied,
}: {
  readonly feedback: Feedback;
  readonly onReplied: () => void;
}) {
  const t = useTranslations("feedback");
  const moment = useMoment();
  const [isReplying, setIsReplying] = useState(false);
  const { id, kind, text, imageUrl, status, createdAt, canReply, replies } = feedback;
  const isAnswered = replies.some(({ isStaff }) => isStaff);
  return (
    <article className={styles.card}>
      <header className={styles.head}>
        <p className={styles.what}>
          <b>{t(`kinds.${kind}`)}</b>
          <span className={styles.number}>#{id}</span>
          <time dateTime={new Date(createdAt * 1_000).toISOString()}>{moment(createdAt)}</time>
        </p>
        <Tag tone={TONES[status]}>{t(`statuses.${status}`)}</Tag>
      </header>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      {imageUrl !== null && (
        <OwnPicture
          path={imageUrl}
          words={t("picture")}
          failedText={t("pictureGone")}
          className={styles.picture}
        />
      )}
      {replies.length > 0 && (
        <ul className={styles.talk}>
          {replies.map((reply) => (
            <Said key={reply.id} reply={reply} />
          ))}
        </ul>
      )}
      {canReply && isAnswered && !isReplying && (
        <div className={styles.reply}>
          <Button size="touch" icon={Reply} onClick={() => setIsReplying(true)}>
            {t("reply")}
          </Button>
        </div>
      )}
      {isReplying && (
        <ReplyForm
          id={id}
          onCancel={() => setIsReplying(false)}
          onDone={() => {
            setIsReplying(false);
            onReplied();
          }}
        />
      )}
    </article>
  );
}
