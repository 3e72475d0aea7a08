// Saying that an adjustment is wrong: what is wrong with it, in the trader's own words. It goes to
// people who did not book it, and their answer stands beside the adjustment.

import {
  type Adjustment,
  DISPUTE_TEXT_LENGTH_MAX,
  requestDisputeAdjustment,
} from "@truetick/contract/cashier";
import { Button, Sheet } from "@truetick/ui";
import { TextArea, useForm } from "@truetick/ui/forms";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useTellFailure } from "../app/use-failure.ts";
import { beginWrite } from "../orders/write-once.ts";
import styles from "./adjustments.module.css";

export function DisputeSheet({
  adjustment,
  onClose,
  onDone,
}: {
  readonly adjustment: Adjustment;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { server, toasts } = useApp();
  const t = useTranslations("history");
  const door = useTranslations("door");
  const tellFailure = useTellFailure();
  const form = useForm({
    initial: { text: "" },
    check: ({ text }) => (text.trim() === "" ? { text: t("disputeNeeded") } : {}),
    send: async ({ text }) => {
      const request = requestDisputeAdjustment(adjustment.id, text.trim());
      const answer = await beginWrite(server, request).send();
      if (!answer.isOk) {
        tellFailure(answer.failure);
        return undefined;
      }
      toasts.show({ tone: "done", title: t("disputeSent") });
      onDone();
      onClose();
      return undefined;
    },
  });
  return (
    <Sheet
      isOpen
      title={t("disputeTitle", { id: adjustment.id })}
      closeLabel={door("close")}
      place="centre"
      onClose={onClose}
    >
      <form className={styles.form} noValidate onSubmit={form.submit}>
        <p className={styles.note}>{t("disputeText")}</p>
        <TextArea
          {...form.text("text")}
          label={t("disputeLabel")}
          rows={5}
          maxLength={DISPUTE_TEXT_LENGTH_MAX}
        />
        <Button type="submit" kind="primary" size="touch" isWorking={form.isSending}>
          {t("disputeSend")}
        </Button>
      </form>
    </Sheet>
  );
}
