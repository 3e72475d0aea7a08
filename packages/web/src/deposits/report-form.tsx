// The report of a payment that was made elsewhere, by coin or by wire: how much it was, what its
// way asks for besides, what it costs, and the one act.

import type { ComponentProps, ReactNode } from "react";
import { useTranslations } from "use-intl";
import { AmountField, type Payable, type useAmount } from "./amount-field.tsx";
import { CostFacts } from "./cost-facts.tsx";
import styles from "./deposits.module.css";
import { SubmitBar } from "./submit-bar.tsx";

export function ReportForm({
  payable,
  read,
  amountField,
  confirmations = 0,
  fine,
  isSending,
  isUploading,
  onSubmit,
  children,
}: {
  readonly payable: Payable;
  /** What was typed as an amount, read. */
  readonly read: ReturnType<ReturnType<typeof useAmount>>;
  readonly amountField: Pick<
    ComponentProps<typeof AmountField>,
    "name" | "value" | "error" | "onValue" | "onBlur"
  >;
  /** Blocks to wait for; 0 for what knows none. */
  readonly confirmations?: number;
  /** What is to be known of the costs, below them. */
  readonly fine: string;
  readonly isSending: boolean;
  readonly isUploading: boolean;
  readonly onSubmit: ComponentProps<"form">["onSubmit"];
  readonly children: ReactNode;
}) {
  const t = useTranslations("deposits");
  const { amount, problem } = read;
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <AmountField {...amountField} label={t("amountSent")} payable={payable} amount={amount} />
      {children}
      <CostFacts payable={payable} confirmations={confirmations} isReviewed />
      <p className={styles.fine}>{fine}</p>
      <SubmitBar
        amount={problem === null ? amount : null}
        currencyCode={payable.currencyCode}
        isWorking={isSending}
        isUploading={isUploading}
      />
    </form>
  );
}
