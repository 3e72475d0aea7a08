// A column that scrolls and that can be pulled down to ask again: quotes, orders and the screens
// that one comes to from another.

import { classNames, Spinner } from "@truetick/ui";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { type ReactNode, useRef } from "react";
import styles from "./pull-scroller.module.css";
import { usePullToRefresh } from "./use-pull-to-refresh.ts";

export function PullScroller({
  refresh,
  name,
  className,
  children,
}: {
  readonly refresh: () => Promise<void>;
  /** What the column is called on the page, as `data-scroller`. */
  readonly name?: string;
  /** How the column lays out what it holds. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const list = useRef<HTMLDivElement>(null);
  usePullToRefresh(list, refresh);
  return (
    <div className={styles.stage}>
      <span className={styles.puller} aria-hidden="true">
        <RefreshCw size={18} className={styles.pullIcon} />
        <Spinner />
      </span>
      <div ref={list} className={classNames(styles.scroller, className)} data-scroller={name}>
        {children}
      </div>
    </div>
  );
}
