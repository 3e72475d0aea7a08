// Buttons: one bright primary per view, tonal and outline for the rest, ghost inside bars, danger
// for what cannot be undone, buy and sell for deals. A button that is working says so and cannot be
// pressed twice.

import type { ButtonHTMLAttributes, ReactNode } from "react";
import styles from "./button.module.css";
import { classNames } from "./class-names.ts";
import type { Icon } from "./icon.ts";

/** Buying and selling in the colours of the reader's custom; inverse to close a position. */
type DealKind = "buy" | "sell" | "inverse";
export type ButtonKind = "primary" | "tonal" | "outline" | "ghost" | "danger" | DealKind;
export type ButtonSize = "dense" | "regular" | "touch" | "cta";

/** The classes of a button, for links that look like one. */
export function buttonClass(kind: ButtonKind = "tonal", size: ButtonSize = "regular"): string {
  return classNames(styles.button, styles[kind], styles[size]);
}

export function Button({
  kind = "tonal",
  size = "regular",
  icon: LeadingIcon,
  isWorking = false,
  disabled,
  className,
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
  readonly icon?: Icon;
  readonly isWorking?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={classNames(buttonClass(kind, size), className)}
      disabled={disabled || isWorking}
      aria-busy={isWorking || undefined}
      {...rest}
    >
      {isWorking ? <span className={styles.spinner} /> : LeadingIcon && <LeadingIcon size={16} />}
      {children}
    </button>
  );
}

/** The turning ring that stands for work under way; the words beside it say what work. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
