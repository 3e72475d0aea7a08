// The words of a row: an icon where it has one, its name, and below it what is to be known. What
// can be done with the row stands behind them.

import type { Icon } from "@truetick/ui";
import type { ReactNode } from "react";
import styles from "./row-words.module.css";

export function RowWords({
  icon: Shape,
  name,
  children,
}: {
  readonly icon?: Icon;
  readonly name: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <>
      {Shape && <Shape size={20} strokeWidth={1.75} className={styles.icon} />}
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        {children}
      </div>
    </>
  );
}
