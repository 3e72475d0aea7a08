// Paying in by card: the amount here, the card on the provider's own page. In the sandbox that is a
// test page of ours, and no money moves.

import { type CardOffer, requestStartCard } from "@truetick/contract/cashier";
import { Note } from "@truetick/ui";
import { useForm } from "@truetick/ui/forms";
import FlaskConical from "lucide-react/icons/flask-conical";
import ShieldCheck from "lucide-react/icons/shield-check";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { AmountField, useAmount } from "./amount-field.tsx";
import { CostFacts } from "./cost-facts.tsx";
import styles from "./deposits.module.css";
import { goToPay } from "./go-to-pay.ts";
import { SubmitBar } from "./submit-bar.tsx";
import { useSubmitDeposit } from "./use-submit-deposit.ts";

/** Card amounts are in US dollars: one of them buys one. */
const AT_PAR = "1";

export function CardWay({ offer }: { readonly offer: CardOffer }) {
  const { router } = useApp();
  const t = useTranslations("deposits");
  const submit = useSubmitDeposit();
  const { currency, min, max, isTest } = offer;
  const payable = { currencyCode: currency, min, max, unitsPerUsd: AT_PAR };
  const readAmount = useAmount(payable, t("enterRecharge"));
  const form = useForm({
    initial: { amount: "" },
    check: ({ amount }) => {
      const { problem } = readAmount(amount);
      return problem === null ? {} : { amount: problem };
    },
    send: ({ amount }) =>
      submit(requestStartCard(readAmount(amount).amount ?? ""), ({ url }) =>
        goToPay(url, router, window.location),
      ),
  });
  const { amount, problem } = readAmount(form.values.amount);
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      {isTest ? (
        <Note tone="warn" icon={FlaskConical}>
          {t("testCard")}
        </Note>
      ) : (
        <Note tone="neutral" icon={ShieldCheck}>
          {t("cardText")}
        </Note>
      )}
      <AmountField {...form.text("amount")} label={t("amount")} payable={payable} amount={amount} />
      <CostFacts payable={payable} isReviewed={false} />
      <SubmitBar
        act="pay"
        amount={problem === null ? amount : null}
        currencyCode={currency}
        isWorking={form.isSending}
      />
    </form>
  );
}
