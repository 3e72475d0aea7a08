// The form of an identity: name, number of the document, and its two sides as pictures. Pictures
// are uploaded as they are chosen; a failed upload clears its picture.

import {
  CARD_ID_LENGTH_MAX,
  IDENTITY_NAME_LENGTH_MAX,
  type Identity,
  requestSubmitIdentity,
} from "@truetick/contract/cashier";
import { Button } from "@truetick/ui";
import { TextField, useForm } from "@truetick/ui/forms";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Section } from "../app/sub-screen.tsx";
import { usePlaceFailure } from "../app/use-place-failure.ts";
import { beginWrite } from "../orders/write-once.ts";
import { UploadField } from "../uploads/upload-field.tsx";
import { useUpload } from "../uploads/use-upload.ts";
import styles from "./identity.module.css";

type OnSubmitted = (identity: Identity) => void;

function useIdentityForm(onSubmitted: OnSubmitted) {
  const { server, toasts } = useApp();
  const t = useTranslations("identity");
  const placeFailure = usePlaceFailure();
  const front = useUpload();
  const back = useUpload();
  const form = useForm({
    initial: { name: "", cardId: "", front: "", back: "" },
    check: ({ name, cardId }) => ({
      ...(name.trim() === "" && { name: t("enterName") }),
      ...(cardId.trim() === "" && { cardId: t("enterCardId") }),
      ...(front.url === "" && { front: t("addFront") }),
      ...(back.url === "" && { back: t("addBack") }),
    }),
    send: async ({ name, cardId }) => {
      const request = requestSubmitIdentity({
        name: name.trim(),
        cardId: cardId.trim(),
        frontUrl: front.url,
        backUrl: back.url,
      });
      const answer = await beginWrite(server, request).send();
      if (!answer.isOk) {
        return placeFailure(answer.failure, {
          IDENTITY_NAME_INVALID: "name",
          CARD_ID_INVALID: "cardId",
        });
      }
      toasts.show({ tone: "done", title: t("submitted") });
      onSubmitted(answer.value);
      return undefined;
    },
  });
  return { form, front, back };
}

export function IdentityForm({ onSubmitted }: { readonly onSubmitted: OnSubmitted }) {
  const t = useTranslations("identity");
  const { form, front, back } = useIdentityForm(onSubmitted);
  const isUploading = front.isSending || back.isSending;
  return (
    <Section title={t("formTitle")} text={t("formText")}>
      <form className={styles.form} noValidate onSubmit={form.submit}>
        <TextField
          {...form.text("name")}
          label={t("name")}
          hint={t("nameHint")}
          dir="auto"
          autoComplete="name"
          autoCapitalize="words"
          maxLength={IDENTITY_NAME_LENGTH_MAX}
        />
        <TextField
          {...form.text("cardId")}
          label={t("cardId")}
          dir="ltr"
          autoComplete="off"
          maxLength={CARD_ID_LENGTH_MAX}
        />
        <div className={styles.sides}>
          <UploadField label={t("front")} name="front" upload={front} error={form.errors.front} />
          <UploadField label={t("back")} name="back" upload={back} error={form.errors.back} />
        </div>
        <Button
          type="submit"
          kind="primary"
          size="touch"
          disabled={isUploading}
          isWorking={form.isSending}
        >
          {t("submit")}
        </Button>
        <p className={styles.note}>{t("privacy")}</p>
      </form>
    </Section>
  );
}
