// A line of text to be typed, with its name, what is wrong with it, and what stands before and
// after it in the same well. What is typed is the caller's; the field only says what it is.

import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import { classNames } from "../class-names.ts";
import styles from "./field.module.css";
import { Field, type FieldFrameProps } from "./field.tsx";

export type TextFieldProps = FieldFrameProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange" | "id"> & {
    readonly ref?: Ref<HTMLInputElement>;
    readonly value: string;
    readonly onValue: (value: string) => void;
    /** Stands before what is typed, in the same well. */
    readonly lead?: ReactNode;
    /** Stands after it. */
    readonly trail?: ReactNode;
  };

export function TextField({
  label,
  error,
  hint,
  aside,
  below,
  value,
  onValue,
  lead,
  trail,
  className,
  disabled,
  ...rest
}: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} aside={aside} below={below}>
      {(control) => (
        <div className={styles.well} data-wrong={Boolean(error)} data-off={disabled === true}>
          {lead}
          <input
            type="text"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={256}
            {...rest}
            {...control}
            disabled={disabled}
            className={classNames(styles.input, className)}
            value={value}
            onChange={(event) => onValue(event.currentTarget.value)}
          />
          {trail}
        </div>
      )}
    </Field>
  );
}
