// The sandbox's pay page at /mine/card?id=: stands in for a card provider, takes test cards only,
// and says so. What is paid here is credited by the same code as a provider's notice.

import {
  type Deposit,
  requestCancelTestCard,
  requestDeposit,
  requestPayTestCard,
} from "@truetick/contract/cashier";
import { Button, buttonClass, EmptyState, Note, useNotation, writeDecimal } from "@truetick/ui";
import { TextField, useForm } from "@truetick/ui/forms";
import { useStore } from "@truetick/ui/state";
import FlaskConical from "lucide-react/icons/flask-conical";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { ltrText } from "../app/ltr-text.ts";
import { ReadBody } from "../app/read-body.tsx";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { usePlaceFailure } from "../app/use-place-failure.ts";
import { useRead } from "../app/use-read.ts";
import { DepositRow } from "../deposits/deposit-row.tsx";
import { useCashierNews } from "../live/use-cashier-news.ts";
import { beginWrite } from "../orders/write-once.ts";
import { RealOnlyScreen } from "../user/real-only.tsx";
import styles from "./card.module.css";
import { groupDigits, TEST_CARDS } from "./test-cards.ts";

const CARD_LENGTH_MAX = 24;

/** The numbers that mean something here, each a press away. */
function KnownCards({ onChoose }: { readonly onChoose: (digits: string) => void }) {
  const t = useTranslations("card");
  return (
    <ul className={styles.known}>
      {TEST_CARDS.map(({ digits, outcome }) => (
        <li key={digits}>
          <button type="button" className={styles.card} onClick={() => onChoose(digits)}>
            <bdi dir="ltr">{groupDigits(digits)}</bdi>
            <span>{t(outcome)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function CancelButton({
  deposit,
  onDone,
}: {
  readonly deposit: Deposit;
  readonly onDone: (deposit: Deposit) => void;
}) {
  const { server } = useApp();
  const t = useTranslations("card");
  const tellFailure = useTellFailure();
  const [isWorking, setIsWorking] = useState(false);
  const cancel = async () => {
    setIsWorking(true);
    const answer = await beginWrite(server, requestCancelTestCard(deposit.id)).send();
    setIsWorking(false);
    if (answer.isOk) onDone(answer.value);
    else tellFailure(answer.failure);
  };
  return (
    <Button kind="outline" size="touch" isWorking={isWorking} onClick={() => void cancel()}>
      {t("cancel")}
    </Button>
  );
}

function PayForm({
  deposit,
  onDone,
}: {
  readonly deposit: Deposit;
  readonly onDone: (deposit: Deposit) => void;
}) {
  const { server } = useApp();
  const t = useTranslations("card");
  const notation = useNotation();
  const placeFailure = usePlaceFailure();
  const amount = `${writeDecimal(deposit.amount, notation)} ${deposit.currencyCode}`;
  const form = useForm({
    initial: { card: "" },
    check: ({ card }) => (/\d/.test(card) ? {} : { card: t("required") }),
    send: async ({ card }) => {
      const payment = { depositId: deposit.id, cardNumber: card.replace(/\D/g, "") };
      const answer = await beginWrite(server, requestPayTestCard(payment)).send();
      if (!answer.isOk) return placeFailure(answer.failure, { CARD_DECLINED: "card" });
      onDone(answer.value);
      return undefined;
    },
  });
  return (
    <Section title={t("toPay")}>
      <p className={styles.amount}>
        <bdi dir="ltr">{amount}</bdi>
      </p>
      <form className={styles.form} noValidate onSubmit={form.submit}>
        <TextField
          {...form.text("card")}
          label={t("number")}
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          maxLength={CARD_LENGTH_MAX}
          onValue={(text) => form.set("card", groupDigits(text))}
        />
        <KnownCards onChoose={(digits) => form.set("card", groupDigits(digits))} />
        <div className={styles.acts}>
          <Button type="submit" kind="primary" size="touch" isWorking={form.isSending}>
            {t("pay", { amount: ltrText(amount) })}
          </Button>
          <CancelButton deposit={deposit} onDone={onDone} />
        </div>
      </form>
    </Section>
  );
}

function TestPayment({ id }: { readonly id: string }) {
  const t = useTranslations("card");
  const titles = useTranslations("shell.titles");
  const reading = useRead(() => requestDeposit(id), id);
  useCashierNews(["deposit"], reading.again);
  return (
    <SubScreen title={titles("card")} parent="/mine/charge">
      <Note tone="warn" icon={FlaskConical}>
        {t("note")}
      </Note>
      <p className={styles.text}>{t("text")}</p>
      <ReadBody reading={reading}>
        {(deposit) =>
          deposit.status === "unchecked" && deposit.payUrl !== "" ? (
            <PayForm deposit={deposit} onDone={reading.put} />
          ) : (
            <Section title={t("over")}>
              <DepositRow deposit={deposit} onChanged={reading.again} />
            </Section>
          )
        }
      </ReadBody>
      <Link to="/mine/charge" className={buttonClass("ghost", "touch")}>
        {t("back")}
      </Link>
    </SubScreen>
  );
}

/** An address without its payment: what there was to pay is over, and begins among the deposits. */
function NoPayment() {
  const t = useTranslations("card");
  const titles = useTranslations("shell.titles");
  const back = (
    <Link to="/mine/charge" className={buttonClass("primary", "touch")}>
      {t("back")}
    </Link>
  );
  return (
    <SubScreen title={titles("card")} parent="/mine/charge">
      <EmptyState icon={FlaskConical} title={t("over")} text={t("note")} actions={back} />
    </SubScreen>
  );
}

export function CardScreen() {
  const { router, session } = useApp();
  const titles = useTranslations("shell.titles");
  const user = useStore(session)?.user;
  const id = useStore(router.location).query.get("id") ?? "";
  if (!user) return null;
  if (user.isDemo) return <RealOnlyScreen title={titles("card")} />;
  return id === "" ? <NoPayment /> : <TestPayment id={id} />;
}
