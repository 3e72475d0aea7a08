// What the account held before and after the period, and what moved it, by cause.

import type { Statement } from "@truetick/contract/cashier";
import { Fact, Facts } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { Section } from "../app/sub-screen.tsx";
import styles from "./statement.module.css";
import { useDays } from "./use-days.ts";

export function StatementSums({ statement }: { readonly statement: Statement }) {
  const t = useTranslations("statement");
  const days = useDays();
  return (
    <Section
      title={days(statement)}
      aside={<span className={styles.quiet}>{statement.currency}</span>}
    >
      <Facts>
        <Fact name={t("opening")}>
          <MoneyText text={statement.opening} isExact />
        </Fact>
        {statement.totals.map(({ cause, label, amount, count }) => (
          <Fact key={cause} name={`${label} (${count})`}>
            <MoneyText text={amount} isSigned isExact />
          </Fact>
        ))}
        <Fact name={t("closing")}>
          <MoneyText text={statement.closing} isExact className={styles.closing} />
        </Fact>
      </Facts>
    </Section>
  );
}
