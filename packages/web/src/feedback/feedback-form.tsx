// The form: what it is about, the words, and one picture for whoever has a real account. What was
// typed stays when it is refused; once it is sent the form is empty again.

import {
  FEEDBACK_KINDS,
  FEEDBACK_LENGTH_MAX,
  type FeedbackKind,
  requestSubmitFeedback,
} from "@truetick/contract/content";
import { Button, ChipRow } from "@truetick/ui";
import { TextArea, useForm } from "@truetick/ui/forms";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Section } from "../app/sub-screen.tsx";
import { usePlaceFailure } from "../app/use-place-failure.ts";
import { beginWrite } from "../orders/write-once.ts";
import { UploadField } from "../uploads/upload-field.tsx";
import { useUpload } from "../uploads/use-upload.ts";
import styles from "./feedback.module.css";

export function FeedbackForm({
  canAttach,
  onSent,
}: {
  /** Pictures are kept for real accounts only. */
  readonly canAttach: boolean;
  readonly onSent: () => void;
}) {
  const { server, toasts } = useApp();
  const t = useTranslations("feedback");
  const door = useTranslations("door");
  const placeFailure = usePlaceFailure();
  const upload = useUpload();
  const [kind, setKind] = useState<FeedbackKind>("problem");
  const form = useForm({
    initial: { text: "", image: "" },
    check: ({ text }) => (text.trim() === "" ? { text: t("needed") } : {}),
    send: async ({ text }) => {
      const request = requestSubmitFeedback({ kind, text: text.trim(), imageUrl: upload.url });
      const answer = await beginWrite(server, request).send();
      if (!answer.isOk) return placeFailure(answer.failure, { UPLOAD_UNKNOWN: "image" });
      toasts.show({ tone: "done", title: t("sent") });
      form.set("text", "");
      upload.clear();
      onSent();
      return undefined;
    },
  });
  return (
    <Section title={t("title")} text={t("text")}>
      <form className={styles.form} noValidate onSubmit={form.submit}>
        <div className={styles.kind}>
          <span className={styles.label}>{t("kind")}</span>
          <ChipRow
            chips={FEEDBACK_KINDS.map((id) => ({ id, label: t(`kinds.${id}`) }))}
            chosen={kind}
            label={t("kind")}
            className={styles.chips}
            onChoose={(id) => setKind(FEEDBACK_KINDS.find((one) => one === id) ?? "other")}
          />
        </div>
        <TextArea
          {...form.text("text")}
          label={t("content")}
          rows={5}
          maxLength={FEEDBACK_LENGTH_MAX}
        />
        {canAttach && (
          <UploadField
            label={t("image")}
            name="image"
            aside={door("optional")}
            hint={t("imageHint")}
            error={form.errors.image}
            upload={upload}
          />
        )}
        <Button
          type="submit"
          kind="primary"
          size="touch"
          disabled={upload.isSending}
          isWorking={form.isSending}
        >
          {t("send")}
        </Button>
      </form>
    </Section>
  );
}
