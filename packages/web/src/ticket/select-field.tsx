// One of a few things, chosen with the device's own picker, in a well like the other fields of the
// ticket. Where there is nothing to choose, it says so.

import ChevronDown from "lucide-react/icons/chevron-down";
import CircleAlert from "lucide-react/icons/circle-alert";
import { type ReactNode, useId } from "react";
import styles from "./select-field.module.css";

export type SelectChoice = { readonly id: string; readonly label: string };

export function SelectField({
  label,
  name,
  aside,
  choices,
  chosen,
  noneLabel,
  error,
  hint,
  onChoose,
}: {
  readonly label: string;
  readonly name: string;
  /** At the end of the line of the name. */
  readonly aside?: ReactNode;
  readonly choices: readonly SelectChoice[];
  readonly chosen: string;
  /** Said where there is nothing to choose. */
  readonly noneLabel?: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly onChoose: (id: string) => void;
}) {
  const id = useId();
  const hasFoot = Boolean(error || hint);
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {aside && <span className={styles.bound}>{aside}</span>}
      </div>
      <span className={styles.well} data-wrong={Boolean(error)}>
        <select
          id={id}
          name={name}
          className={styles.select}
          value={chosen}
          disabled={choices.length === 0}
          aria-invalid={error ? true : undefined}
          aria-describedby={hasFoot ? `${id}-foot` : undefined}
          onChange={(event) => onChoose(event.currentTarget.value)}
        >
          {choices.length === 0 && <option value="">{noneLabel}</option>}
          {choices.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.label}
            </option>
          ))}
        </select>
        <ChevronDown size={16} className={styles.open} />
      </span>
      <div id={`${id}-foot`} aria-live="polite">
        {error ? (
          <p className={styles.wrong}>
            <CircleAlert size={14} strokeWidth={2} />
            {error}
          </p>
        ) : (
          hint && <p className={styles.hint}>{hint}</p>
        )}
      </div>
    </div>
  );
}
