// The table of markets: the whole list on Quotes, the watchlist beside the chart, and the picker on
// phones are this one table; which columns show depends on the room it is given. One stop for Tab;
// arrows, Home and End walk the rows, Enter opens.

import type { Market } from "@truetick/contract";
import { classNames, Skeleton } from "@truetick/ui";
import { useRef } from "react";
import { MarketIdentitySkeleton } from "./market-identity.tsx";
import { MarketRow } from "./market-row.tsx";
import styles from "./market-table.module.css";
import { type Sorting, TableHead } from "./market-table-head.tsx";
import { useRowMoves } from "./use-row-moves.ts";
import { useRowWindow } from "./use-row-window.ts";

const SKELETON_ROWS = 10;

/** Stands for rows that are out of sight. One cell: more than the head has would be columns too. */
function Room({ height }: { readonly height: number }) {
  return (
    <tr>
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}

export function MarketTable({
  markets,
  label,
  activeId,
  currentId = null,
  isReplacing = false,
  search = "",
  stars = "beside",
  isNarrow = false,
  sorting,
  onActive,
}: {
  readonly markets: readonly Market[];
  /** Names the table for screen readers. */
  readonly label: string;
  /** The row that the keyboard or the mouse is on. */
  readonly activeId: string | null;
  readonly currentId?: string | null;
  readonly isReplacing?: boolean;
  /** What was searched for, to be marked in the rows. */
  readonly search?: string;
  /** On narrow tables only starred rows show theirs, unless the list is for finding markets. */
  readonly stars?: "beside" | "always";
  /** There will be no room for the day's range and the state, so they are not made. */
  readonly isNarrow?: boolean;
  /** Where the reader may choose the order. */
  readonly sorting?: Sorting | undefined;
  readonly onActive: (marketId: string) => void;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = useRowWindow(body, markets.length);
  const { from, to, above, below } = rows;
  const drawn = markets.slice(from, to);
  const tabStop = drawn.some(({ id }) => id === activeId) ? activeId : drawn[0]?.id;
  return (
    <div className={styles.box} data-stars={stars}>
      <table className={styles.table} aria-label={label} aria-rowcount={markets.length + 1}>
        <TableHead sorting={sorting} isNarrow={isNarrow} />
        <tbody ref={body} {...useRowMoves(markets, rows, onActive)}>
          {above > 0 && <Room height={above} />}
          {drawn.map((market, index) => (
            <MarketRow
              key={market.id}
              market={market}
              // The head is the first row.
              rowIndex={from + index + 2}
              isActive={market.id === tabStop}
              isCurrent={market.id === currentId}
              isReplacing={isReplacing}
              search={search}
              isNarrow={isNarrow}
            />
          ))}
          {/* Another one each time: one that made way for rows would be a shift of the layout. */}
          {below > 0 && <Room key={`below ${below}`} height={below} />}
        </tbody>
      </table>
    </div>
  );
}

/** The table's own layout in grey, while it is being fetched. */
export function MarketTableSkeleton({ label }: { readonly label: string }) {
  return (
    <div className={styles.box} role="status" aria-label={label} data-skeleton="">
      <table className={styles.table} aria-hidden="true">
        <TableHead />
        <tbody>
          {Array.from({ length: SKELETON_ROWS }, (_, index) => index).map((index) => (
            <tr key={index} className={styles.row}>
              <td className={styles.market}>
                <MarketIdentitySkeleton />
              </td>
              <td className={styles.spark}>
                <Skeleton width="full" height="block" />
              </td>
              <td className={classNames(styles.side, styles.bid)}>
                <Skeleton width="long" height="block" className={styles.atEnd} />
              </td>
              <td className={styles.spread} />
              <td className={classNames(styles.side, styles.ask)}>
                <Skeleton width="long" height="block" className={styles.atEnd} />
              </td>
              <td className={styles.dayChange}>
                <Skeleton width="medium" className={styles.atEnd} />
              </td>
              <td className={styles.dayRange}>
                <Skeleton width="full" />
              </td>
              <td className={styles.state}>
                <Skeleton width="medium" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
