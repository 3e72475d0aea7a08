// The frame of a screen that one comes to from another: the way back, the title, and a column that
// scrolls. On wide screens the column stands in the middle and carries its title itself.

import { classNames, IconButton } from "@truetick/ui";
import ArrowLeft from "lucide-react/icons/arrow-left";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { PullScroller } from "./pull-scroller.tsx";
import styles from "./sub-screen.module.css";
import { useLeave } from "./use-leave.ts";

export function SubScreen({
  title,
  parent,
  actions,
  width = "regular",
  isFilled = false,
  refresh,
  children,
}: {
  readonly title: string;
  /** Where the way back leads when there is nowhere to go back to. */
  readonly parent: string;
  readonly actions?: ReactNode;
  readonly width?: "regular" | "wide";
  /** What is on it takes all of the height and scrolls by itself. */
  readonly isFilled?: boolean;
  /** Asks for everything on it again when it is pulled down. */
  readonly refresh?: () => Promise<void>;
  readonly children: ReactNode;
}) {
  const t = useTranslations("languages");
  const leave = useLeave(parent);
  const column = (
    <div
      className={classNames(
        styles.column,
        width === "wide" && styles.wide,
        isFilled && styles.filled,
      )}
    >
      <header className={styles.header}>
        <IconButton icon={ArrowLeft} label={t("back")} className={styles.back} onClick={leave} />
        <h1 className={styles.title}>{title}</h1>
        {actions}
      </header>
      {children}
    </div>
  );
  if (refresh) return <PullScroller refresh={refresh}>{column}</PullScroller>;
  return <div className={styles.scroller}>{column}</div>;
}

/** One matter of a screen: its name, what it does in a sentence, and what can be done about it. */
export function Section({
  title,
  text,
  aside,
  children,
}: {
  readonly title: string;
  readonly text?: ReactNode;
  /** At the end of the line of the title: a state. */
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h2 className={styles.sectionTitle}>{title}</h2>
        {aside}
      </div>
      {text && <p className={styles.sectionText}>{text}</p>}
      {children}
    </section>
  );
}
