// A statement that is agreed to or not. A native checkbox underneath; the whole line can be
// touched.

import Check from "lucide-react/icons/check";
import CircleAlert from "lucide-react/icons/circle-alert";
import { type ReactNode, useId } from "react";
import styles from "./checkbox.module.css";

export function Checkbox({
  isChecked,
  name,
  error,
  children,
  onChange,
}: {
  readonly isChecked: boolean;
  readonly name?: string;
  readonly error?: string | null | undefined;
  readonly children: ReactNode;
  readonly onChange: (isChecked: boolean) => void;
}) {
  const footId = useId();
  return (
    <div>
      <label className={styles.line}>
        <input
          type="checkbox"
          className={styles.input}
          name={name}
          checked={isChecked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? footId : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span className={styles.box} data-wrong={Boolean(error)}>
          {isChecked && <Check size={14} strokeWidth={3} />}
        </span>
        <span>{children}</span>
      </label>
      <div id={footId} aria-live="polite">
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
