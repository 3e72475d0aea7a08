// Some lines of text to be typed, in the frame of every field, with how much room is left.

import { useId } from "react";
import styles from "./text-area.module.css";

export function TextArea({
  label,
  value,
  error,
  hint,
  lengthMax,
  name,
  onValue,
}: {
  readonly label: string;
  readonly value: string;
  readonly error?: string | null | undefined;
  readonly hint?: string | undefined;
  readonly lengthMax: number;
  readonly name?: string;
  readonly onValue: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        <span aria-hidden="true">
          {value.length} / {lengthMax}
        </span>
      </div>
      <textarea
        id={id}
        name={name}
        className={styles.text}
        data-wrong={Boolean(error)}
        rows={3}
        dir="auto"
        maxLength={lengthMax}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-foot`}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
      <p id={`${id}-foot`} className={error ? styles.wrong : styles.hint} aria-live="polite">
        {error ?? hint}
      </p>
    </div>
  );
}
