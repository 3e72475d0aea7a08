// How much is paid in: the amount in its own currency, what it is about worth, and what is wrong
// with it. Forgives every notation that people type.

import { useNotation, writeDecimal } from "@truetick/ui";
import { TextField } from "@truetick/ui/forms";
import type { ComponentProps } from "react";
import { useTranslations } from "use-intl";
import { ltrText } from "../app/ltr-text.ts";
import { readNumber } from "../ticket/read-number.ts";
import styles from "./amount-field.module.css";
import {
  type AmountBounds,
  type AmountProblem,
  problemOfAmount,
  shortDecimal,
  worthInUsd,
} from "./deposit-amount.ts";

export type Payable = AmountBounds & {
  readonly currencyCode: string;
  readonly unitsPerUsd: string | null;
};

const USD = "USD";

/** The plain decimal that was typed, and what is wrong with it in words; null: nothing. */
export function useAmount(
  payable: Payable,
  /** What is said when nothing was entered. */
  missing: string,
): (typed: string) => { readonly amount: string | null; readonly problem: string | null } {
  const t = useTranslations("deposits");
  const notation = useNotation();
  const write = (text: string) =>
    ltrText(`${writeDecimal(shortDecimal(text), notation)} ${payable.currencyCode}`);
  const texts: Record<AmountProblem, string> = {
    missing,
    unreadable: t("amountWrong"),
    belowMin: t("belowMin", { amount: write(payable.min) }),
    aboveMax: t("aboveMax", { amount: write(payable.max) }),
  };
  return (typed) => {
    const amount = readNumber(typed, notation);
    const problem = typed.trim() === "" ? "missing" : problemOfAmount(amount, payable);
    return { amount, problem: problem && texts[problem] };
  };
}

export function AmountField({
  payable,
  amount,
  ...field
}: {
  readonly payable: Payable;
  readonly amount: string | null;
} & Pick<
  ComponentProps<typeof TextField>,
  "label" | "name" | "value" | "error" | "onValue" | "onBlur"
>) {
  const t = useTranslations("deposits");
  const notation = useNotation();
  const { currencyCode, unitsPerUsd, min } = payable;
  const usd = currencyCode === USD ? null : worthInUsd(amount, unitsPerUsd);
  const least = writeDecimal(shortDecimal(min), notation);
  return (
    <TextField
      {...field}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      aside={<span className={styles.least}>{t("least", { amount: least })}</span>}
      trail={
        <bdi dir="ltr" className={styles.worth}>
          <b>{currencyCode}</b>
          {usd !== null && <span>≈ {writeDecimal(usd, notation)} USD</span>}
        </bdi>
      }
    />
  );
}
