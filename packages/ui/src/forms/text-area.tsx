// Several lines to be typed, with their name and what is wrong with them: a reason, an answer, a
// dispute. What is typed is the caller's; the field only says what it is.

import type { TextareaHTMLAttributes } from "react";
import { Field, type FieldFrameProps } from "./field.tsx";
import styles from "./text-area.module.css";

export function TextArea({
  label,
  error,
  hint,
  aside,
  below,
  value,
  onValue,
  ...rest
}: FieldFrameProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "value" | "onChange" | "id"> & {
    readonly value: string;
    readonly onValue: (value: string) => void;
  }) {
  return (
    <Field label={label} error={error} hint={hint} aside={aside} below={below}>
      {(control) => (
        <textarea
          rows={3}
          // Empty, it runs as the page does; written in, as its words do.
          dir={value === "" ? undefined : "auto"}
          {...rest}
          {...control}
          className={styles.area}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
