// What a screen shows when there is nothing, or nothing could be loaded: one sentence, and the next
// action that works. Never a picture.

import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./empty-state.module.css";
import type { Icon } from "./icon.ts";

export function EmptyState({
  icon: Shape,
  title,
  text,
  actions,
  note,
  tone = "quiet",
}: {
  readonly icon: Icon;
  readonly title: string;
  readonly text: string;
  readonly actions?: ReactNode;
  /** A small line at the end, such as an error's code. */
  readonly note?: string | undefined;
  readonly tone?: "quiet" | "warn";
}) {
  return (
    <div className={styles.empty} role={tone === "warn" ? "alert" : undefined}>
      <Shape
        size={28}
        strokeWidth={1.5}
        className={classNames(styles.icon, tone === "warn" && styles.warn)}
      />
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      {actions && <div className={styles.actions}>{actions}</div>}
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
