// Starting to copy a trader: how much, how large, when to end it; and before it is asked for, what
// it costs and what can be lost.

import { FOLLOW_AMOUNT_MIN, requestStartFollow } from "@truetick/contract/copying";
import type { RankedTrader } from "@truetick/contract/ranking";
import { parseMoney } from "@truetick/money";
import { Button, Sheet, useNotation, writeDecimal } from "@truetick/ui";
import { useForm } from "@truetick/ui/forms";
import { useStore } from "@truetick/ui/state";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ltrText } from "../app/ltr-text.ts";
import { usePlaceFailure } from "../app/use-place-failure.ts";
import { beginWrite } from "../orders/write-once.ts";
import { readNumber, typedForm } from "../ticket/read-number.ts";
import { twoDecimals } from "../user/two-decimals.ts";
import { readTerms } from "./copy-terms.ts";
import { QuickField } from "./quick-field.tsx";
import styles from "./sheets.module.css";
import { StartFacts, StartWarnings } from "./start-facts.tsx";
import { SizeTermFields, StopTermField } from "./term-fields.tsx";
import { followPath } from "./use-follows.ts";
import { useStopHint } from "./use-stop-hint.ts";
import { useTermProblems } from "./use-term-problems.ts";

const AMOUNTS = ["100", "500", "1000"];
const FACTOR_AT_FIRST = "1";
const STOP_AT_FIRST = "30";

const FIELD_OF_REASON = {
  AMOUNT_INVALID: "amount",
  FUNDS_EXCEED_AVAILABLE: "amount",
  FOLLOW_BELOW_MINIMUM: "amount",
  FOLLOW_ABOVE_MAXIMUM: "amount",
} as const;

/** The plain amount that was typed; null while it cannot be set aside. */
function readAmount(typed: string, notation: { readonly decimalMark: string }): string | null {
  const plain = readNumber(typed, notation);
  const units = plain === null ? null : parseMoney(plain);
  const least = parseMoney(FOLLOW_AMOUNT_MIN);
  return units !== null && least !== null && units >= least ? plain : null;
}

function useStartForm(leader: string, onClose: () => void) {
  const { server, toasts, router } = useApp();
  const t = useTranslations("copy");
  const notation = useNotation();
  const problemsOf = useTermProblems();
  const placeFailure = usePlaceFailure();
  const least = ltrText(`${writeDecimal(FOLLOW_AMOUNT_MIN, notation)} USD`);
  return useForm({
    initial: { amount: "", factor: FACTOR_AT_FIRST, stop: STOP_AT_FIRST, lots: "" },
    check: ({ amount, ...terms }) => ({
      ...(readAmount(amount, notation) === null && { amount: t("atLeast", { amount: least }) }),
      ...problemsOf(terms),
    }),
    send: async ({ amount: typed, ...typedTerms }) => {
      const amount = readAmount(typed, notation) ?? "";
      const { terms } = readTerms(typedTerms, notation);
      const request = requestStartFollow({ leader, amount, ...terms });
      const answer = await beginWrite(server, request).send();
      if (!answer.isOk) return placeFailure(answer.failure, FIELD_OF_REASON);
      toasts.show({ tone: "done", title: t("done.started", { name: leader }) });
      onClose();
      router.navigate(followPath(answer.value.id));
      return undefined;
    },
  });
}

function StartForm({
  trader,
  onClose,
}: {
  readonly trader: RankedTrader;
  readonly onClose: () => void;
}) {
  const { account } = useApp();
  const t = useTranslations("copy");
  const withdrawals = useTranslations("withdrawals");
  const deposits = useTranslations("deposits");
  const notation = useNotation();
  const available = useStore(account)?.account.available ?? null;
  const form = useStartForm(trader.alias, onClose);
  const amount = readAmount(form.values.amount, notation);
  const { terms } = readTerms(form.values, notation);
  const stopHint = useStopHint(amount, terms.stopPercent);
  const write = (text: string) => ltrText(`${writeDecimal(twoDecimals(text), notation)} USD`);
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <div className={styles.fields}>
        <StartWarnings trader={trader} />
        <QuickField
          {...form.text("amount")}
          label={deposits("amount")}
          hint={t("amountHint")}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          maxLength={17}
          trail="USD"
          aside={
            available !== null && (
              <Button
                size="dense"
                kind="ghost"
                onClick={() => form.set("amount", typedForm(twoDecimals(available), notation))}
              >
                {withdrawals("all", { amount: write(available) })}
              </Button>
            )
          }
          choices={AMOUNTS.map((each) => ({ value: each, label: notation.group(each) }))}
        />
        <StopTermField text={form.text} hint={stopHint} />
        <StartFacts trader={trader} amount={amount} terms={terms} />
        <SizeTermFields text={form.text} />
      </div>
      <div className={styles.foot}>
        <p className={styles.risk}>{t("before.risk")}</p>
        <Button type="submit" kind="primary" size="cta" isWorking={form.isSending}>
          {amount === null ? t("copyTrader") : t("copyWith", { amount: write(amount) })}
        </Button>
      </div>
    </form>
  );
}

export function StartSheet({
  trader,
  onClose,
}: {
  readonly trader: RankedTrader;
  readonly onClose: () => void;
}) {
  const t = useTranslations("copy");
  const settings = useTranslations("settings");
  return (
    <Sheet
      isOpen
      title={t("copyName", { name: trader.alias })}
      closeLabel={settings("close")}
      place="centre"
      onClose={onClose}
    >
      <StartForm trader={trader} onClose={onClose} />
    </Sheet>
  );
}
