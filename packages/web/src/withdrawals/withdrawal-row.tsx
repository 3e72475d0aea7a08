// One withdrawal that was asked for: how much, where to, how far it is, until when somebody must
// have decided, and what its owner can still do about it.

import {
  requestAnswerWithdrawal,
  requestCancelWithdrawal,
  WITHDRAWAL_TEXT_MAX,
  type Withdrawal,
  type WithdrawalStatus,
} from "@truetick/contract/cashier";
import { Button, ConfirmDialog, Tag, useNotation, writeDecimal } from "@truetick/ui";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useTellFailure } from "../app/use-failure.ts";
import { useMoment } from "../app/use-moment.ts";
import { currencyLabel } from "../payout-methods/currency-label.ts";
import { VerifyButton } from "../proof/verify-button.tsx";
import { twoDecimals } from "../user/two-decimals.ts";
import { AnswerForm } from "../waits/answer-form.tsx";
import { WaitLine } from "../waits/wait-line.tsx";
import styles from "./withdrawals.module.css";

const TONES: Readonly<Record<WithdrawalStatus, "neutral" | "accent" | "warn" | "ok" | "danger">> = {
  unconfirmed: "warn",
  reviewing: "accent",
  approved: "accent",
  paying: "accent",
  paid: "ok",
  rejected: "danger",
  cancelled: "neutral",
  returned: "warn",
};

const WAITING: ReadonlySet<WithdrawalStatus> = new Set([
  "unconfirmed",
  "reviewing",
  "approved",
  "paying",
]);

function Cancel({ withdrawal, onDone }: RowProps) {
  const { server, toasts } = useApp();
  const t = useTranslations("withdrawals");
  const tellFailure = useTellFailure();
  const [phase, setPhase] = useState<"idle" | "asking" | "working">("idle");
  const cancel = async () => {
    setPhase("working");
    const answer = await server.write(requestCancelWithdrawal(withdrawal.id));
    setPhase("idle");
    if (answer.isOk) toasts.show({ tone: "done", title: t("cancelled") });
    else tellFailure(answer.failure);
    onDone();
  };
  return (
    <>
      <Button kind="outline" onClick={() => setPhase("asking")}>
        {t("cancel")}
      </Button>
      <ConfirmDialog
        isOpen={phase !== "idle"}
        title={t("cancelTitle")}
        confirmLabel={t("cancel")}
        cancelLabel={t("keep")}
        kind="danger"
        isWorking={phase === "working"}
        onConfirm={() => void cancel()}
        onCancel={() => setPhase("idle")}
      >
        {t("cancelText")}
      </ConfirmDialog>
    </>
  );
}

type RowProps = {
  readonly withdrawal: Withdrawal;
  /** Something was done: look again. */
  readonly onDone: () => void;
};

/** What was said about it, by the reviewer and by its owner. */
function Said({ withdrawal, onDone }: RowProps) {
  const t = useTranslations("withdrawals");
  const words = useTranslations("words");
  const { notes, question, answer, reference } = withdrawal;
  return (
    <>
      {notes !== "" && (
        <p className={styles.said} dir="auto">
          {t("reason")} {notes}
        </p>
      )}
      {question !== "" && (
        <p className={styles.said} dir="auto">
          {t("question")} {question}
        </p>
      )}
      {answer !== "" && (
        <p className={styles.note} dir="auto">
          {t("answered")} {answer}
        </p>
      )}
      {question !== "" && answer === "" && WAITING.has(withdrawal.status) && (
        <AnswerForm
          texts={{ label: t("answer"), send: t("sendAnswer"), sent: words("saved") }}
          lengthMax={WITHDRAWAL_TEXT_MAX}
          className={styles.answer}
          requestOf={(text) => requestAnswerWithdrawal({ withdrawalId: withdrawal.id, text })}
          onDone={onDone}
        />
      )}
      {reference !== "" && (
        <p className={styles.note}>
          {t("reference")} <bdi dir="ltr">{reference}</bdi>
        </p>
      )}
    </>
  );
}

export function WithdrawalRow({
  withdrawal,
  onConfirm,
  onDone,
}: RowProps & { readonly onConfirm: (id: string) => void }) {
  const t = useTranslations("withdrawals");
  const notation = useNotation();
  const moment = useMoment();
  const { status, currency, coinAddress, payeeAccount } = withdrawal;
  const isWaiting = WAITING.has(status);
  return (
    <article className={styles.row}>
      <div className={styles.rowHead}>
        <bdi dir="ltr" className={styles.amount}>
          {writeDecimal(twoDecimals(withdrawal.amount), notation)} USD
        </bdi>
        <Tag tone={TONES[status]}>{withdrawal.statusText}</Tag>
      </div>
      <p className={styles.note}>
        {t("receives")}{" "}
        <bdi dir="ltr">
          {writeDecimal(withdrawal.received, notation)} {currencyLabel(currency)}
        </bdi>{" "}
        · {t("feeOf")} <bdi dir="ltr">{writeDecimal(withdrawal.fee, notation)} USD</bdi>
      </p>
      <p className={styles.note}>
        <bdi dir="ltr">{coinAddress || payeeAccount}</bdi> · {moment(withdrawal.createdAt)}
      </p>
      {isWaiting && <WaitLine sentAt={withdrawal.createdAt} dueAt={withdrawal.dueAt} />}
      {status === "reviewing" && (
        <p className={styles.note}>{t("approvals", { count: withdrawal.approvals })}</p>
      )}
      {!isWaiting && withdrawal.decidedAt > 0 && (
        <p className={styles.note}>{t("decided", { time: moment(withdrawal.decidedAt) })}</p>
      )}
      <Said withdrawal={withdrawal} onDone={onDone} />
      <div className={styles.actions}>
        <VerifyButton subject={{ of: "withdrawal", id: withdrawal.id }} />
      </div>
      {(status === "unconfirmed" || withdrawal.canCancel) && (
        <div className={styles.actions}>
          {status === "unconfirmed" && (
            <Button kind="primary" onClick={() => onConfirm(withdrawal.id)}>
              {t("enterCode")}
            </Button>
          )}
          {withdrawal.canCancel && <Cancel withdrawal={withdrawal} onDone={onDone} />}
        </div>
      )}
    </article>
  );
}
