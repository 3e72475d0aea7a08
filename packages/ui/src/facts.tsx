// Pairs of a name and a figure, one under the other: a market's terms, the state of a system.

import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./facts.module.css";

export function Facts({
  children,
  className,
}: {
  readonly children: ReactNode;
  readonly className?: string | undefined;
}) {
  return <dl className={classNames(styles.facts, className)}>{children}</dl>;
}

export function Fact({
  name,
  children,
  isFigure = true,
}: {
  readonly name: string;
  readonly children: ReactNode;
  /** Figures run left to right in every language; words do not. */
  readonly isFigure?: boolean;
}) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd dir={isFigure ? "ltr" : undefined} className={isFigure ? styles.figure : undefined}>
        {children}
      </dd>
    </div>
  );
}
