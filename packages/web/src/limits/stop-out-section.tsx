// Which position a stop-out takes first, each way explained in a line. Native radios underneath;
// the choice acts at once.

import { type Limits, type LimitsChange, STOP_OUT_ORDERS } from "@truetick/contract";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { Section } from "../app/sub-screen.tsx";
import styles from "./limits.module.css";

export function StopOutSection({
  limits,
  onChange,
}: {
  readonly limits: Limits;
  readonly onChange: (change: LimitsChange) => Promise<void>;
}) {
  const t = useTranslations("limits.stopOut");
  const group = useId();
  return (
    <Section title={t("title")} text={t("text")}>
      <fieldset className={styles.choices} aria-label={t("title")}>
        {STOP_OUT_ORDERS.map((order) => (
          <label key={order} className={styles.choice}>
            <input
              type="radio"
              className={styles.radio}
              name={group}
              value={order}
              checked={order === limits.stopOutOrder}
              aria-label={t(`choices.${order}`)}
              aria-describedby={`${group}-${order}`}
              onChange={() => void onChange({ stopOutOrder: order })}
            />
            <b>{t(`choices.${order}`)}</b>
            <span id={`${group}-${order}`}>{t(`texts.${order}`)}</span>
          </label>
        ))}
      </fieldset>
    </Section>
  );
}
