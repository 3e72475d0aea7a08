// Rows and columns: header 28, row 34, figures on the right and in tabular digits. A row may lead
// somewhere; the link is its first cell, the whole row can be pressed.

import { classNames } from "@truetick/ui";
import type { ReactNode } from "react";
import { Link } from "../app/link.tsx";
import styles from "./data-table.module.css";

export type Column<Row> = {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** On the right, in tabular digits. */
  readonly isFigure?: boolean;
  /** May be cut off at the end rather than push the others out. */
  readonly isLong?: boolean;
};

export function DataTable<Row>({
  label,
  columns,
  rows,
  idOf,
  linkOf,
  isMuted,
  isChosen,
  emptyText,
}: {
  /** Names the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  readonly linkOf?: (row: Row) => string;
  readonly isMuted?: (row: Row) => boolean;
  readonly isChosen?: (row: Row) => boolean;
  readonly emptyText: string;
}) {
  if (rows.length === 0) return <p className={styles.empty}>{emptyText}</p>;
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name, isFigure }) => (
              <th key={name} scope="col" data-figure={isFigure === true}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={idOf(row)}
              className={classNames(linkOf && styles.leading, isMuted?.(row) && styles.muted)}
              aria-selected={isChosen?.(row) || undefined}
            >
              {columns.map(({ name, cell, isFigure, isLong }, at) => (
                <td key={name} data-figure={isFigure === true} data-long={isLong === true}>
                  {at === 0 && linkOf ? (
                    <Link to={linkOf(row)} className={styles.link}>
                      {cell(row)}
                    </Link>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
