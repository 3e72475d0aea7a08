// Something that is on or off and acts at once. A native checkbox underneath that calls itself a
// switch; the whole line can be touched.

import { type ReactNode, useId } from "react";
import styles from "./switch.module.css";

export function Switch({
  isOn,
  label,
  hint,
  disabled = false,
  onChange,
}: {
  readonly isOn: boolean;
  readonly label: string;
  /** What it does, in a sentence. */
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  const hintId = useId();
  return (
    <label className={styles.line}>
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        {hint && (
          <span id={hintId} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={styles.input}
        aria-label={label}
        aria-checked={isOn}
        aria-describedby={hint ? hintId : undefined}
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={styles.track} data-on={isOn} />
    </label>
  );
}
