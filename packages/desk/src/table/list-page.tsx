// A page that is one long list: filters and search above, rows that come by cursor as one scrolls,
// and acts (a download, a proposal) at the end of the head.

import { Button, EmptyState, Skeleton } from "@truetick/ui";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "../app/use-failure.ts";
import type { Pages } from "../app/use-pages.ts";
import { CalmSearch } from "../frame/calm-search.tsx";
import { useWhenSeen } from "../frame/use-when-seen.ts";
import { type Column, DataTable } from "./data-table.tsx";
import styles from "./list-page.module.css";

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

export type ListPageProps<Row> = {
  readonly title: string;
  readonly pages: Pages<Row>;
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string;
  readonly linkOf?: (row: Row) => string;
  readonly isMuted?: (row: Row) => boolean;
  readonly emptyText: string;
  readonly filters?: ReactNode;
  readonly search?: {
    readonly text: string;
    readonly label: string;
    readonly onText: (text: string) => void;
  };
  readonly actions?: ReactNode;
  /** What is said above the rows. */
  readonly note?: ReactNode;
};

function Body<Row>({ title, pages, ...table }: ListPageProps<Row>) {
  const t = useTranslations("queue");
  const tShell = useTranslations("shell");
  const textOf = useFailureText();
  const { phase, rows, failure, hasMore, isAsking, more, again } = pages;
  const end = useWhenSeen(more, `${rows.length}`);
  if (phase === "loading") {
    return (
      <div className={styles.waiting} role="status" aria-label={tShell("loading")}>
        {SKELETON_ROWS.map((row) => (
          <Skeleton key={row} width="full" />
        ))}
      </div>
    );
  }
  if (phase === "failed") {
    return (
      <EmptyState
        tone="warn"
        icon={TriangleAlert}
        title={tShell("failure.title")}
        text={(failure && textOf(failure)) ?? ""}
        actions={<Button onClick={again}>{tShell("failure.retry")}</Button>}
      />
    );
  }
  return (
    <>
      <DataTable label={title} rows={rows} {...table} />
      {hasMore && (
        <div ref={end} className={styles.more}>
          <Button size="dense" kind="ghost" isWorking={isAsking} onClick={more}>
            {t("more")}
          </Button>
        </div>
      )}
    </>
  );
}

export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, filters, search, actions, note } = props;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {search && <CalmSearch className={styles.search} {...search} />}
        {filters}
        <span className={styles.gap} />
        {actions}
      </div>
      {note && <div className={styles.note}>{note}</div>}
      <div className={styles.pane}>
        <Body {...props} />
      </div>
    </div>
  );
}
