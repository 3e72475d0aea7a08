// What a withdrawal costs and what arrives, before it is asked for: the server's quote, which holds
// for a minute. Nothing can be added to it later.

import type { PayoutCurrency, PayoutQuote } from "@truetick/contract/cashier";
import { Fact, Facts, Skeleton, useNotation, writeDecimal } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import styles from "./withdrawals.module.css";

export function QuoteFacts({
  quote,
  currency,
}: {
  readonly quote: PayoutQuote | null;
  readonly currency: PayoutCurrency;
}) {
  const t = useTranslations("withdrawals");
  const notation = useNotation();
  return (
    <div className={styles.quote}>
      <Facts>
        <Fact name={t("fee")}>
          {quote ? (
            <>
              <MoneyText text={quote.fee} isExact /> USD
            </>
          ) : (
            <Skeleton width="medium" />
          )}
        </Fact>
        <Fact name={t("rate")}>
          {quote ? (
            `1 USD = ${writeDecimal(quote.rate, notation)} ${currency.code}`
          ) : (
            <Skeleton width="medium" />
          )}
        </Fact>
      </Facts>
      <div className={styles.received}>
        <span>{t("received")}</span>
        <bdi dir="ltr" className={styles.sum} data-testid="received">
          {quote ? (
            `${writeDecimal(quote.received, notation)} ${currency.code}`
          ) : (
            <Skeleton width="long" />
          )}
        </bdi>
      </div>
      {quote?.refusal && (
        <p className={styles.refused} role="alert">
          {quote.refusal.text}
        </p>
      )}
    </div>
  );
}
