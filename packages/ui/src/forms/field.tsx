// The frame of every field: its name above it, the control, and below it either what is wrong or a
// hint. The control gets the ids that tie all of this together for screen readers.

import CircleAlert from "lucide-react/icons/circle-alert";
import { type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";
import styles from "./field.module.css";

/** What a control carries so that its name and what is said about it are read with it. */
export type ControlProps = {
  readonly id: string;
  readonly "aria-invalid": true | undefined;
  readonly "aria-describedby": string | undefined;
};

export type FieldFrameProps = {
  readonly label: string;
  /** What is wrong with it, beside the field it is about. */
  readonly error?: string | null | undefined;
  readonly hint?: ReactNode;
  /** At the end of the line of the name: a state, or a way out. */
  readonly aside?: ReactNode;
  /** Between the control and what is said about it, such as a meter. */
  readonly below?: ReactNode;
};

export function Field({
  label,
  error,
  hint,
  aside,
  below,
  isOneLine = false,
  children,
}: FieldFrameProps & {
  /** The name keeps to one line; what does not fit beside it falls out of sight. */
  readonly isOneLine?: boolean;
  readonly children: (control: ControlProps) => ReactNode;
}) {
  const id = useId();
  const footId = `${id}-foot`;
  const hasFoot = Boolean(error || hint);
  return (
    <div className={styles.field}>
      <div className={classNames(styles.head, isOneLine && styles.oneLine)}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": hasFoot ? footId : undefined,
      })}
      {below}
      {/* Always there, so that what appears in it is read aloud. */}
      <div
        id={footId}
        className={classNames(hasFoot && styles.foot, Boolean(error) && styles.wrong)}
        aria-live="polite"
      >
        {error && <CircleAlert size={14} strokeWidth={2} />}
        {error ?? hint}
      </div>
    </div>
  );
}
