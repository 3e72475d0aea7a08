// Things the reader should know. `NoticeBar` is a thin line across the page (sandbox, offline,
// reconnecting, an offer); `Note` is a small box beside what it speaks of.

import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import type { Icon } from "./icon.ts";
import styles from "./notice.module.css";

export type NoticeTone = "neutral" | "accent" | "warn";

export function NoticeBar({
  tone,
  lead,
  children,
  actions,
  isCentred = false,
  className,
}: {
  readonly tone: NoticeTone;
  /** An icon or a spinner before the words. */
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly isCentred?: boolean;
  readonly className?: string | undefined;
}) {
  return (
    <div
      className={classNames(styles.bar, styles[tone], isCentred && styles.centred, className)}
      role="status"
    >
      {lead}
      <span className={styles.words}>{children}</span>
      {actions && <span className={styles.actions}>{actions}</span>}
    </div>
  );
}

export function Note({
  tone,
  icon: Shape,
  children,
}: {
  readonly tone: NoticeTone;
  readonly icon: Icon;
  readonly children: ReactNode;
}) {
  return (
    <div className={classNames(styles.note, styles[tone])}>
      <Shape size={16} strokeWidth={1.75} className={styles.noteIcon} />
      <p>{children}</p>
    </div>
  );
}
