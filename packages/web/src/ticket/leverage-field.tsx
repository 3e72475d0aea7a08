// The leverage of an order: one of those that the market offers, chosen with the device's own
// picker. Where a market offers none, it says so.

import ChevronDown from "lucide-react/icons/chevron-down";
import CircleAlert from "lucide-react/icons/circle-alert";
import { useId } from "react";
import { useTranslations } from "use-intl";
import styles from "./leverage-field.module.css";

export function LeverageField({
  leverages,
  chosen,
  error,
  onChoose,
}: {
  readonly leverages: readonly number[];
  readonly chosen: number | null;
  readonly error: string | undefined;
  readonly onChoose: (leverage: number) => void;
}) {
  const t = useTranslations("ticket");
  const id = useId();
  const choices = [...leverages].sort((left, right) => left - right);
  const most = choices.at(-1);
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{t("leverage")}</label>
        {most !== undefined && (
          <span className={styles.bound}>{t("most", { leverage: `1:${most}` })}</span>
        )}
      </div>
      <span className={styles.well} data-wrong={Boolean(error)}>
        <select
          id={id}
          name="leverage"
          className={styles.select}
          value={chosen ?? ""}
          disabled={choices.length === 0}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-foot` : undefined}
          onChange={(event) => onChoose(Number(event.currentTarget.value))}
        >
          {choices.length === 0 && <option value="">{t("noLeverages")}</option>}
          {choices.map((leverage) => (
            <option key={leverage} value={leverage}>
              1:{leverage}
            </option>
          ))}
        </select>
        <ChevronDown size={16} className={styles.open} />
      </span>
      <div id={`${id}-foot`} aria-live="polite">
        {error && (
          <p className={styles.wrong}>
            <CircleAlert size={14} strokeWidth={2} />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
