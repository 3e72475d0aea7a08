// A code of digits that was sent to somebody, and the button that sends it: off and counting down
// while another cannot be asked for.

import { Button } from "../button.tsx";
import styles from "./code-field.module.css";
import fieldStyles from "./field.module.css";
import { Field } from "./field.tsx";
import type { TextFieldProps } from "./text-field.tsx";

export function CodeField({
  label,
  error,
  hint,
  aside,
  value,
  onValue,
  digits,
  sendLabel,
  isSending = false,
  canSend = true,
  onSend,
  name,
  onBlur,
}: Pick<
  TextFieldProps,
  "label" | "error" | "hint" | "aside" | "value" | "onValue" | "name" | "onBlur"
> & {
  readonly digits: number;
  /** What the button says now; the caller counts down in it. */
  readonly sendLabel: string;
  readonly isSending?: boolean;
  readonly canSend?: boolean;
  readonly onSend: () => void;
}) {
  return (
    <Field label={label} error={error} hint={hint} aside={aside}>
      {(control) => (
        <div className={styles.row}>
          <div className={fieldStyles.well} data-wrong={Boolean(error)}>
            <input
              {...control}
              type="text"
              name={name}
              className={`${fieldStyles.input} ${styles.code}`}
              dir="ltr"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={digits + 2}
              value={value}
              onBlur={onBlur}
              // Codes are pasted with spaces around and inside of them.
              onChange={(event) => onValue(event.currentTarget.value.replace(/\D/g, ""))}
            />
          </div>
          <Button
            className={styles.send}
            isWorking={isSending}
            disabled={!canSend}
            onClick={onSend}
          >
            {sendLabel}
          </Button>
        </div>
      )}
    </Field>
  );
}
