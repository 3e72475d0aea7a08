// What a deposit costs and how long it takes, before anything is sent.

import { requestWithdrawalPromise } from "@truetick/contract/cashier";
import { Fact, Facts, useNotation, writeDecimal } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { useRead } from "../app/use-read.ts";
import type { Payable } from "./amount-field.tsx";
import { shortDecimal } from "./deposit-amount.ts";

const USD = "USD";

function writeHours(hours: number, tag: string): string {
  const style = { style: "unit", unit: "hour", unitDisplay: "long" } as const;
  return new Intl.NumberFormat(tag, style).format(hours);
}

export function CostFacts({
  payable,
  confirmations = 0,
  isReviewed,
}: {
  readonly payable: Payable;
  /** Blocks to wait for; 0 for what knows none. */
  readonly confirmations?: number;
  /** Somebody looks at it; else it counts as soon as it is paid. */
  readonly isReviewed: boolean;
}) {
  const t = useTranslations("deposits");
  const notation = useNotation();
  const promise = useRead(requestWithdrawalPromise);
  const { currencyCode, unitsPerUsd } = payable;
  const hours = promise.state.phase === "ready" ? promise.state.value.reviewHours : null;
  return (
    <Facts>
      {confirmations > 0 && <Fact name={t("confirmations")}>{confirmations}</Fact>}
      {isReviewed && hours !== null && (
        <Fact name={t("checkedWithin")} isFigure={false}>
          {writeHours(hours, notation.tag)}
        </Fact>
      )}
      {!isReviewed && (
        <Fact name={t("creditedWhen")} isFigure={false}>
          {t("atOnce")}
        </Fact>
      )}
      {unitsPerUsd !== null && currencyCode !== USD && (
        <Fact name={t("rate")}>
          1 USD = {writeDecimal(shortDecimal(unitsPerUsd), notation)} {currencyCode}
        </Fact>
      )}
      <Fact name={t("fee")}>{writeDecimal("0.00", notation)}</Fact>
    </Facts>
  );
}
