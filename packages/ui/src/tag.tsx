// A small label for a state: open, closed, stale, sandbox. The words carry the meaning, the colour
// only helps.

import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import type { Icon } from "./icon.ts";
import styles from "./tag.module.css";

export function Tag({
  tone = "neutral",
  icon: Shape,
  children,
}: {
  readonly tone?: "neutral" | "accent" | "warn" | "ok" | "danger";
  readonly icon?: Icon;
  readonly children: ReactNode;
}) {
  return (
    <span className={classNames(styles.tag, styles[tone])}>
      {Shape && <Shape size={12} strokeWidth={2} />}
      {children}
    </span>
  );
}
