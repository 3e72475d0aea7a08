// The mailed code that a withdrawal waits for where no authenticator app is on. The letter names
// amount and destination, so that a code can only confirm what its reader has read.

import {
  requestConfirmWithdrawal,
  requestWithdrawalCode,
  WITHDRAWAL_CODE_MINUTES,
} from "@truetick/contract/cashier";
import { Button, Sheet } from "@truetick/ui";
import { CodeField, useCountdown, useForm } from "@truetick/ui/forms";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useTellFailure } from "../app/use-failure.ts";
import { usePlaceFailure } from "../app/use-place-failure.ts";
import { useReasonText } from "../languages/use-reason-text.ts";
import { beginWrite } from "../orders/write-once.ts";
import styles from "./withdrawals.module.css";

const DIGITS = 6;
const RESEND_AFTER_SEC = 60;

function CodeForm({
  withdrawalId,
  onConfirmed,
}: {
  readonly withdrawalId: string;
  readonly onConfirmed: () => void;
}) {
  const { server, toasts } = useApp();
  const t = useTranslations("withdrawals");
  const door = useTranslations("door");
  const say = useReasonText();
  const placeFailure = usePlaceFailure();
  const tellFailure = useTellFailure();
  const { secondsLeft, start } = useCountdown();
  const [isSending, setIsSending] = useState(false);
  const form = useForm({
    initial: { code: "" },
    check: ({ code }) => (code === "" ? { code: say("CODE_REQUIRED") } : {}),
    send: async ({ code }) => {
      const request = requestConfirmWithdrawal({ withdrawalId, code });
      const answer = await beginWrite(server, request).send();
      if (!answer.isOk) return placeFailure(answer.failure, { CODE_WRONG: "code" });
      toasts.show({ tone: "done", title: t("confirmed"), text: t("confirmedText") });
      onConfirmed();
      return undefined;
    },
  });
  const resend = async () => {
    setIsSending(true);
    const answer = await server.write(requestWithdrawalCode(withdrawalId));
    setIsSending(false);
    if (!answer.isOk) tellFailure(answer.failure);
    start(RESEND_AFTER_SEC);
  };
  return (
    <form className={styles.sheetForm} noValidate onSubmit={form.submit}>
      <p className={styles.text}>{t("confirmText", { minutes: WITHDRAWAL_CODE_MINUTES })}</p>
      <CodeField
        {...form.text("code")}
        label={t("code")}
        digits={DIGITS}
        sendLabel={secondsLeft > 0 ? door("resendIn", { seconds: secondsLeft }) : t("sendAgain")}
        isSending={isSending}
        canSend={secondsLeft === 0}
        onSend={() => void resend()}
      />
      <Button type="submit" kind="primary" size="touch" isWorking={form.isSending}>
        {t("confirm")}
      </Button>
    </form>
  );
}

export function ConfirmSheet({
  withdrawalId,
  onClose,
  onConfirmed,
}: {
  /** Null: nothing to confirm. */
  readonly withdrawalId: string | null;
  readonly onClose: () => void;
  readonly onConfirmed: () => void;
}) {
  const t = useTranslations("withdrawals");
  const settings = useTranslations("settings");
  return (
    <Sheet
      isOpen={withdrawalId !== null}
      title={t("confirmTitle")}
      closeLabel={settings("close")}
      place="centre"
      onClose={onClose}
    >
      {withdrawalId !== null && (
        <CodeForm key={withdrawalId} withdrawalId={withdrawalId} onConfirmed={onConfirmed} />
      )}
    </Sheet>
  );
}
