// One deposit as its owner sees it: what, by which way, its state, and whatever is to be known of
// that state: how long it may take, what was credited, why it was refused, what is asked.

import { DEPOSIT_TEXT_MAX, type Deposit, requestAnswerDeposit } from "@truetick/contract/cashier";
import { buttonClass, type Icon, Tag, useNotation, writeDecimal } from "@truetick/ui";
import Coins from "lucide-react/icons/coins";
import CreditCard from "lucide-react/icons/credit-card";
import Landmark from "lucide-react/icons/landmark";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { useMoment } from "../app/use-moment.ts";
import { VerifyButton } from "../proof/verify-button.tsx";
import { AnswerForm } from "../waits/answer-form.tsx";
import { WaitLine } from "../waits/wait-line.tsx";
import { shortDecimal } from "./deposit-amount.ts";
import styles from "./deposit-row.module.css";
import { goToPay } from "./go-to-pay.ts";
import { networkName } from "./network-name.ts";

const ICONS: Readonly<Record<Deposit["kind"], Icon>> = {
  coin: Coins,
  wire: Landmark,
  card: CreditCard,
};

const TONES = {
  unchecked: "accent",
  completed: "ok",
  rejected: "danger",
  invalid: "neutral",
} as const;

/** What was asked and what was answered; the answer can be given once. */
function Question({
  deposit,
  onAnswered,
}: {
  readonly deposit: Deposit;
  readonly onAnswered: () => void;
}) {
  const t = useTranslations("deposits");
  const { id, question, answer, status } = deposit;
  if (question === "") return null;
  return (
    <div className={styles.question}>
      <p className={styles.asked}>{t("question")}</p>
      <p dir="auto">{question}</p>
      {answer !== "" && (
        <p className={styles.given} dir="auto">
          {t("youAnswered", { answer })}
        </p>
      )}
      {answer === "" && status === "unchecked" && (
        <AnswerForm
          texts={{ label: t("answer"), send: t("sendAnswer"), sent: t("answered") }}
          lengthMax={DEPOSIT_TEXT_MAX}
          className={styles.answer}
          requestOf={(text) => requestAnswerDeposit({ depositId: id, text })}
          onDone={onAnswered}
        />
      )}
    </div>
  );
}

/** What was credited, or what may be; nothing where the amount itself says it. */
function Worth({ deposit }: { readonly deposit: Deposit }) {
  const { creditedUsd, expectedUsd, status, currencyCode } = deposit;
  if (creditedUsd !== null) {
    return (
      <bdi dir="ltr" className={styles.credited}>
        <MoneyText text={creditedUsd} isSigned /> USD
      </bdi>
    );
  }
  if (status !== "unchecked" || expectedUsd === null || currencyCode === "USD") return null;
  return (
    <bdi dir="ltr" className={styles.expected}>
      ≈ <MoneyText text={expectedUsd} /> USD
    </bdi>
  );
}

export function DepositRow({
  deposit,
  onChanged,
}: {
  readonly deposit: Deposit;
  readonly onChanged: () => void;
}) {
  const { router } = useApp();
  const t = useTranslations("deposits");
  const notation = useNotation();
  const moment = useMoment();
  const Shape = ICONS[deposit.kind];
  const { status, payUrl } = deposit;
  const place =
    deposit.kind === "coin" ? networkName(deposit.protocolCode) : t(`ways.${deposit.kind}`);
  const isWaiting = status === "unchecked";
  return (
    <article className={styles.deposit} data-status={status}>
      <Shape size={20} strokeWidth={1.75} className={styles.icon} />
      <div className={styles.body}>
        <div className={styles.head}>
          <p className={styles.amount}>
            <bdi dir="ltr">
              {writeDecimal(shortDecimal(deposit.amount), notation)} {deposit.currencyCode}
            </bdi>
            <Worth deposit={deposit} />
          </p>
          <Tag tone={TONES[status]}>{t(`status.${status}`)}</Tag>
        </div>
        <p className={styles.note}>
          {place} · {t("number", { id: deposit.id })} · {moment(deposit.createdAt)}
        </p>
        {isWaiting && payUrl === "" && (
          <WaitLine sentAt={deposit.createdAt} dueAt={deposit.dueAt} />
        )}
        {isWaiting && payUrl !== "" && (
          <button
            type="button"
            className={buttonClass("tonal", "regular")}
            onClick={() => goToPay(payUrl, router, window.location)}
          >
            {t("goOn")}
          </button>
        )}
        {deposit.remark !== "" && (
          <p className={styles.remark} dir="auto">
            {t("remark", { text: deposit.remark })}
          </p>
        )}
        <Question deposit={deposit} onAnswered={onChanged} />
        <VerifyButton subject={{ of: "deposit", id: deposit.id }} />
      </div>
    </article>
  );
}
