// Draws a list that comes page by page in whichever state it is: grey rows, what went wrong, what
// stands there when there is nothing, or the rows with the way to more of them. The row that the
// address names (`?record=`) is marked and brought into sight.

import { Button } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "./app.ts";
import { ExpectedRows, FailedList } from "./list-states.tsx";
import styles from "./page-body.module.css";
import { hasMore } from "./page-list.ts";
import type { Pages } from "./use-pages.ts";

const ROWS_EXPECTED = 4;

/** Which row the address names; brings it into sight once, when it has come. */
function useNamedRow(ids: readonly string[]): {
  readonly named: string | null;
  readonly row: (element: HTMLElement | null) => void;
} {
  const { router } = useApp();
  const named = useStore(router.location).query.get("record");
  const element = useRef<HTMLElement | null>(null);
  const isThere = named !== null && ids.includes(named);
  useEffect(() => {
    if (isThere) element.current?.scrollIntoView({ block: "center" });
  }, [isThere]);
  return {
    named,
    row: (found) => {
      element.current = found;
    },
  };
}

export function PageBody<Row extends { readonly id: string }>({
  pages,
  label,
  waiting = (
    <ExpectedRows count={ROWS_EXPECTED} className={styles.waiting} rowClassName={styles.expected} />
  ),
  nothing,
  children,
}: {
  readonly pages: Pages<Row>;
  /** Names the list for screen readers. */
  readonly label: string;
  /** What stands there until the first page has come; grey rows unless told otherwise. */
  readonly waiting?: ReactNode;
  /** What is said when there is none. */
  readonly nothing: ReactNode;
  readonly children: (row: Row) => ReactNode;
}) {
  const words = useTranslations("words");
  const statement = useTranslations("statement");
  const { list, isLoadingMore, loadMore } = pages;
  const { named, row: namedRow } = useNamedRow(list.rows.map(({ id }) => id));
  if (list.phase === "loading") return waiting;
  if (list.phase === "failed") {
    return <FailedList failure={list.failure} onRetry={() => void pages.refresh()} />;
  }
  if (list.rows.length === 0) return nothing;
  return (
    <>
      <ul className={styles.rows} aria-label={label}>
        {list.rows.map((row) => (
          <li
            key={row.id}
            ref={row.id === named ? namedRow : null}
            className={styles.row}
            data-row={row.id}
            data-named={row.id === named}
          >
            {children(row)}
          </li>
        ))}
      </ul>
      {hasMore(list) && (
        <div className={styles.more}>
          <span className={styles.loaded}>
            {statement("shownOf", { count: list.rows.length, total: list.total })}
          </span>
          <Button isWorking={isLoadingMore} onClick={loadMore}>
            {words("more")}
          </Button>
        </div>
      )}
    </>
  );
}
