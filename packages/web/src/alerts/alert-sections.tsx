// Price alerts in their two groups: those that wait, and those that were reached.

import type { Market } from "@truetick/contract";
import type { Alert } from "@truetick/contract/notices";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { AlertRow } from "./alert-row.tsx";
import styles from "./alert-sections.module.css";

type Group = {
  readonly title: string;
  readonly alerts: readonly Alert[];
  readonly marketOf: (id: string) => Market | undefined;
  readonly hasMarket: boolean;
};

function Section({ title, alerts, marketOf, hasMarket }: Group) {
  const heading = useId();
  if (alerts.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={styles.title}>
        {title}
      </h3>
      <ul className={styles.rows}>
        {alerts.map((alert) => (
          <li key={alert.id}>
            <AlertRow alert={alert} market={marketOf(alert.marketId)} hasMarket={hasMarket} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function AlertSections({
  alerts,
  ...rest
}: Pick<Group, "alerts" | "marketOf" | "hasMarket">) {
  const t = useTranslations("alerts");
  const waiting = alerts.filter(({ firedAt }) => firedAt === null);
  const fired = alerts.filter(({ firedAt }) => firedAt !== null);
  return (
    <>
      <Section title={t("waiting")} alerts={waiting} {...rest} />
      <Section title={t("fired")} alerts={fired} {...rest} />
    </>
  );
}
