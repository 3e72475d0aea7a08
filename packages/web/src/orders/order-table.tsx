// Orders as a table, where there is room for one: the columns of the tab, live, sorted as the
// reader asks, with the sums of them all at the foot, which stays in view. Used by /order on a
// desktop and by the dock of the workspace.

import type { Order, OrderTab } from "@truetick/contract";
import { useNotation } from "@truetick/ui";
import { Fragment, memo, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";
import { LiveMoney } from "../account/live-account.tsx";
import { MoneyText } from "../account/money-text.tsx";
import type { OpenBook } from "../account/open-book.ts";
import { groupDays, nameDay } from "./group-days.ts";
import { type Column, columnsOf, FIGURES } from "./order-columns.ts";
import { OrderRow, type RowActs } from "./order-row.tsx";
import styles from "./order-table.module.css";
import { nextSort, SORT_COLUMNS, type Sort, type SortColumn } from "./sort-orders.ts";
import { sumMoney } from "./sum-money.ts";
import { chunksOf, useChunks } from "./use-chunks.ts";

export type Sums = Readonly<Partial<Record<Column, string>>>;

/** Only open orders are all here and can be sorted; history comes as it ended. */
function sortColumnOf(tab: OrderTab, column: Column): SortColumn | null {
  return tab === "history" ? null : (SORT_COLUMNS.find((each) => each === column) ?? null);
}

const Heading = memo(function Heading({
  tab,
  column,
  sort,
  onSort,
}: {
  readonly tab: OrderTab;
  readonly column: Column;
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
}) {
  const t = useTranslations("orders");
  const name = t(`columns.${column}`);
  const by = sortColumnOf(tab, column);
  const isSorted = by !== null && sort?.column === by;
  return (
    <th
      scope="col"
      data-figure={FIGURES.has(column)}
      data-cell={column}
      aria-sort={isSorted ? (sort.isDown ? "descending" : "ascending") : undefined}
    >
      {by === null ? (
        <span className={column === "acts" ? styles.unseen : undefined}>{name}</span>
      ) : (
        <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, by))}>
          {name}
          <span aria-hidden="true" className={styles.arrow} data-on={isSorted}>
            {isSorted && !sort.isDown ? "↑" : "↓"}
          </span>
        </button>
      )}
    </th>
  );
});

/** The day on which the orders below it ended. */
function DayLine({ at, columnCount }: { readonly at: Date; readonly columnCount: number }) {
  const { tag } = useNotation();
  return (
    <tr className={styles.day}>
      <th scope="rowgroup" colSpan={columnCount}>
        {nameDay(at, new Date(), tag)}
      </th>
    </tr>
  );
}

/** What all open positions make together. */
function profitOf(open: OpenBook | null): string {
  const held = [...(open?.orders.values() ?? [])].filter(({ status }) => status === "holding");
  return sumMoney(held.map(({ profit }) => profit));
}

function Sum({
  tab,
  column,
  sums,
}: {
  readonly tab: OrderTab;
  readonly column: Column;
  readonly sums: Sums;
}) {
  if (tab === "holding" && column === "profit") {
    return <LiveMoney of={profitOf} isExact isSigned />;
  }
  const sum = sums[column];
  if (sum === undefined) return null;
  return <MoneyText text={sum} isExact isSigned={column === "profit"} />;
}

function Foot({
  tab,
  columns,
  sums,
}: {
  readonly tab: OrderTab;
  readonly columns: readonly Column[];
  readonly sums: Sums;
}) {
  const t = useTranslations("orders");
  if (!columns.some((column) => sums[column] !== undefined)) return null;
  return (
    <tfoot>
      <tr>
        <th scope="row" data-cell={columns[0]}>
          {t("totals")}
        </th>
        {/* A cell for each: on narrow tables some columns are left out. */}
        {columns.slice(1).map((column) => (
          <td key={column} data-figure={FIGURES.has(column)} data-cell={column}>
            <Sum tab={tab} column={column} sums={sums} />
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

export function OrderTable({
  tab,
  orders,
  sums,
  sort,
  isRoomy,
  acts,
  onSort,
}: {
  readonly tab: OrderTab;
  readonly orders: readonly Order[];
  /** Of all orders of the tab, also those that are not loaded. */
  readonly sums: Sums;
  readonly sort: Sort | null;
  readonly isRoomy: boolean;
  readonly acts: RowActs;
  readonly onSort: (sort: Sort | null) => void;
}) {
  const t = useTranslations("orders");
  const rows = useRef<HTMLTableSectionElement>(null);
  const columns = useMemo(() => columnsOf(tab, isRoomy), [tab, isRoomy]);
  const chunks = useMemo(() => chunksOf(groupDays(orders)), [orders]);
  const gaps = useChunks(rows, chunks.length);
  return (
    <table className={styles.table} aria-label={t(`tabs.${tab}`)} aria-rowcount={orders.length + 1}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column} tab={tab} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody ref={rows}>
        {chunks.map((chunk, place) => (
          <Fragment key={chunk[0]?.id}>
            {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a table takes no focus */}
            <tr className={styles.mark} data-chunk={place} aria-hidden="true">
              <td colSpan={columns.length} style={{ height: gaps.get(place) ?? 0 }} />
            </tr>
            {!gaps.has(place) &&
              chunk.map((row) =>
                row.kind === "day" ? (
                  <DayLine key={row.id} at={row.at} columnCount={columns.length} />
                ) : (
                  <OrderRow key={row.id} order={row.order} columns={columns} acts={acts} />
                ),
              )}
          </Fragment>
        ))}
      </tbody>
      <Foot tab={tab} columns={columns} sums={sums} />
    </table>
  );
}
