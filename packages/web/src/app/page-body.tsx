// Draws a list that comes page by page in whichever state it is: grey rows, what went wrong, what
// stands there when there is nothing, or the rows with the way to more of them.

import { Button, EmptyState, Skeleton } from "@truetick/ui";
import CloudOff from "lucide-react/icons/cloud-off";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import styles from "./page-body.module.css";
import { hasMore } from "./page-list.ts";
import { useFailureCode, useFailureText } from "./use-failure.ts";
import type { Pages } from "./use-pages.ts";

const ROWS_EXPECTED = [1, 2, 3, 4];

export function PageBody<Row extends { readonly id: string }>({
  pages,
  label,
  nothing,
  children,
}: {
  readonly pages: Pages<Row>;
  /** Names the list for screen readers. */
  readonly label: string;
  /** What is said when there is none. */
  readonly nothing: ReactNode;
  readonly children: (row: Row) => ReactNode;
}) {
  const words = useTranslations("words");
  const orders = useTranslations("orders");
  const quotes = useTranslations("quotes.failed");
  const textOf = useFailureText();
  const codeOf = useFailureCode();
  const { list, isLoadingMore, refresh, loadMore } = pages;
  if (list.phase === "loading") {
    return (
      <div className={styles.waiting} role="status" aria-label={words("loading")}>
        {ROWS_EXPECTED.map((row) => (
          <Skeleton key={row} width="full" className={styles.expected} />
        ))}
      </div>
    );
  }
  if (list.phase === "failed") {
    return (
      <EmptyState
        icon={CloudOff}
        tone="warn"
        title={(list.failure && textOf(list.failure)) ?? quotes("text")}
        text=""
        note={list.failure ? codeOf(list.failure) : undefined}
        actions={
          <Button kind="primary" size="touch" onClick={() => void refresh()}>
            {quotes("retry")}
          </Button>
        }
      />
    );
  }
  if (list.rows.length === 0) return nothing;
  return (
    <>
      <ul className={styles.rows} aria-label={label}>
        {list.rows.map((row) => (
          <li key={row.id} className={styles.row} data-row={row.id}>
            {children(row)}
          </li>
        ))}
      </ul>
      <div className={styles.more}>
        <span className={styles.loaded}>
          {orders("loaded", { count: list.rows.length, total: list.total })}
        </span>
        {hasMore(list) && (
          <Button isWorking={isLoadingMore} onClick={loadMore}>
            {words("more")}
          </Button>
        )}
      </div>
    </>
  );
}
