// A queue: the list of what waits beside the one that is looked at. Pages by cursor as one scrolls,
// moves by j and k, and follows the server's count of open work. On phones one of the two is shown.

import { Button, EmptyState, Skeleton } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import Inbox from "lucide-react/icons/inbox";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { useDesk } from "../app/desk.ts";
import { Key } from "../app/key-list.tsx";
import { Link } from "../app/link.tsx";
import { useFailureText } from "../app/use-failure.ts";
import { useKeys } from "../app/use-keys.ts";
import type { Pages } from "../app/use-pages.ts";
import { CalmSearch } from "./calm-search.tsx";
import { neighbourOf } from "./neighbour.ts";
import styles from "./queue.module.css";
import { useWhenSeen } from "./use-when-seen.ts";

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

type Row = { readonly id: string };

export type QueueProps<R extends Row> = {
  /** Names the list for screen readers: "Withdrawals". */
  readonly label: string;
  /** The name by which the server counts it. */
  readonly queue: string;
  readonly pages: Pages<R>;
  readonly chosen: string | null;
  readonly pathOf: (id: string) => string;
  readonly onOpen: (id: string | null) => void;
  /** What the rows are filtered by. */
  readonly filters: ReactNode;
  readonly search?: { readonly text: string; readonly onText: (text: string) => void };
  readonly renderRow: (row: R) => ReactNode;
  readonly emptyText: string;
  /** What is said below the list, such as its promise. */
  readonly foot?: ReactNode;
  /** The one that is looked at. */
  readonly children: ReactNode;
};

/** Reads the list again whenever the server counts another number of open ones. */
function useFollowCount(queue: string, again: () => void): void {
  const { openWork } = useDesk();
  const count = useStore(openWork)[queue];
  const known = useRef(count);
  useEffect(() => {
    if (known.current === count) return;
    const isFirst = known.current === undefined;
    known.current = count;
    if (!isFirst) again();
  }, [count, again]);
}

function Rows<R extends Row>({
  pages,
  chosen,
  pathOf,
  renderRow,
  label,
  emptyText,
}: Pick<QueueProps<R>, "pages" | "chosen" | "pathOf" | "renderRow" | "label" | "emptyText">) {
  const t = useTranslations("queue");
  const tShell = useTranslations("shell");
  const textOf = useFailureText();
  const { phase, rows, failure, hasMore, isAsking, more, again } = pages;
  const list = useRef<HTMLUListElement>(null);
  const end = useWhenSeen(more, `${rows.length}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen row is found on the page
  useEffect(() => {
    list.current?.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  if (phase === "loading") {
    return (
      <div role="status" aria-label={tShell("loading")}>
        {SKELETON_ROWS.map((row) => (
          <div key={row} className={styles.waiting}>
            <Skeleton width="medium" />
            <Skeleton width="long" />
          </div>
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
  if (rows.length === 0) return <EmptyState icon={Inbox} title={t("empty")} text={emptyText} />;
  return (
    <ul ref={list} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id} className={styles.slot}>
          <Link
            to={pathOf(row.id)}
            className={styles.row}
            aria-current={row.id === chosen ? "true" : undefined}
          >
            {renderRow(row)}
          </Link>
        </li>
      ))}
      {hasMore && (
        <li ref={end} className={styles.more}>
          <Button size="dense" kind="ghost" isWorking={isAsking} onClick={more}>
            {t("more")}
          </Button>
        </li>
      )}
    </ul>
  );
}

export function Queue<R extends Row>(props: QueueProps<R>) {
  const { queue, pages, chosen, filters, search, foot, label, children, onOpen } = props;
  const t = useTranslations("queue");
  const { again, more, rows, hasMore } = pages;
  useFollowCount(queue, again);
  const stoodAt = useRef(0);
  const ids = rows.map(({ id }) => id);
  if (chosen !== null && ids.includes(chosen)) stoodAt.current = ids.indexOf(chosen);
  const go = (step: 1 | -1) => {
    const next = neighbourOf({ ids, chosen, stoodAt: stoodAt.current }, step);
    if (next !== null) onOpen(next);
    else if (step === 1 && hasMore) more();
  };
  useKeys({
    j: () => go(1),
    k: () => go(-1),
    Escape: chosen === null ? undefined : () => onOpen(null),
  });
  return (
    <div className={styles.queue} data-looking={chosen !== null}>
      <section className={styles.list} aria-label={label}>
        {/* The one that is looked at has the heading of the page; without one, the list has it. */}
        {chosen === null && <h1 className={styles.unseen}>{label}</h1>}
        <div className={styles.head}>{filters}</div>
        {search && (
          <div className={styles.head}>
            <CalmSearch className={styles.search} label={t("search")} {...search} />
          </div>
        )}
        <div className={styles.rows}>
          <Rows {...props} />
        </div>
        <div className={styles.foot}>
          <span className={styles.keys}>
            <Key>J</Key>
            <Key>K</Key>
            <span className={styles.keyWords}>{t("keys")}</span>
          </span>
          {foot}
        </div>
      </section>
      <section className={styles.detail} aria-label={t("detail")}>
        {children}
      </section>
    </div>
  );
}
