// A column that scrolls and that can be pulled down to ask again.

import { Spinner } from "@truetick/ui";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { type ReactNode, useRef } from "react";
import { usePullToRefresh } from "../quotes/use-pull-to-refresh.ts";
import styles from "./pull-scroller.module.css";

export function PullScroller({
  refresh,
  children,
}: {
  readonly refresh: () => Promise<void>;
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
      <div ref={list} className={styles.scroller}>
        {children}
      </div>
    </div>
  );
}
