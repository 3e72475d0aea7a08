// The head of the table of markets. Where its reader may choose the order, the market and its
// change are buttons, and the head says which way the rows stand.

import { classNames } from "@truetick/ui";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Sort, SortKey } from "./market-sort.ts";
import styles from "./market-table.module.css";
import sortStyles from "./market-table-head.module.css";

export type Sorting = { readonly sort: Sort | null; readonly onSort: (by: SortKey) => void };

function SortHead({
  by,
  sorting,
  className,
  children,
}: {
  readonly by: SortKey;
  readonly sorting: Sorting | undefined;
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  if (!sorting) {
    return (
      <th scope="col" className={className}>
        {children}
      </th>
    );
  }
  const { sort, onSort } = sorting;
  const isOn = sort?.by === by;
  const Arrow = sort?.isDown ? ArrowDown : ArrowUp;
  const way = sort?.isDown ? "descending" : "ascending";
  return (
    <th scope="col" className={className} aria-sort={isOn ? way : undefined}>
      <button
        type="button"
        className={sortStyles.sort}
        data-by={by}
        data-on={isOn}
        onClick={() => onSort(by)}
      >
        {children}
        <Arrow size={12} strokeWidth={2} className={sortStyles.arrow} />
      </button>
    </th>
  );
}

export function TableHead({
  sorting,
  isNarrow = false,
}: {
  readonly sorting?: Sorting | undefined;
  readonly isNarrow?: boolean;
}) {
  const t = useTranslations("quotes.columns");
  return (
    <thead className={styles.head}>
      <tr>
        <SortHead by="name" sorting={sorting} className={styles.market}>
          {t("market")}
        </SortHead>
        <th scope="col" className={styles.spark}>
          <span className={styles.wideOnly}>{t("day")}</span>
        </th>
        <th scope="col" className={classNames(styles.side, styles.bid)}>
          {t("bid")}
        </th>
        <th scope="col" className={styles.spread}>
          <abbr title={t("spreadInPips")}>{t("spread")}</abbr>
        </th>
        <th scope="col" className={classNames(styles.side, styles.ask)}>
          {t("ask")}
        </th>
        <SortHead by="change" sorting={sorting} className={styles.dayChange}>
          {t("change")}
        </SortHead>
        {!isNarrow && (
          <>
            <th scope="col" className={styles.dayRange}>
              {t("dayRange")}
            </th>
            <th scope="col" className={styles.state}>
              {t("state")}
            </th>
          </>
        )}
      </tr>
    </thead>
  );
}
