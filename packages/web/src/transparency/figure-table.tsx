// The numbers of a figure: as large figures where there is one line, with a bar of better, equal
// and worse where fills are compared, else as a table that scrolls inside its card.

import type { FigureReading } from "@truetick/contract/proof";
import { classNames } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { isFigure, kindOf } from "./column-kinds.ts";
import styles from "./figure-table.module.css";
import { useCell } from "./use-cell.ts";

type Parts = { readonly figure: FigureReading };

function useColumnName(): (column: string) => string {
  const t = useTranslations("transparency");
  // One name for every column of the contract's figures, but for p50 and its like, which are names
  // in every language; a test holds them to that.
  return (column) =>
    kindOf(column) === "ms" ? column.replace("_ms", "") : t(`columns.${column}` as never);
}

export function Heads({ figure: { columns, cells } }: Parts) {
  const nameOf = useColumnName();
  const write = useCell();
  const [line = []] = cells;
  return (
    <dl className={styles.heads}>
      {columns.map((column, place) => (
        <div key={column}>
          <dt>{nameOf(column)}</dt>
          <dd dir={isFigure(column) && kindOf(column) !== "seconds" ? "ltr" : undefined}>
            {write(column, line[place] ?? "")}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const SIDES = ["better", "equal", "worse"] as const;

/** How many of all were better, equal and worse. */
export function Balance({ figure: { columns, cells } }: Parts) {
  const nameOf = useColumnName();
  const write = useCell();
  const sumOf = (column: string) =>
    cells.reduce((sum, line) => sum + Number(line[columns.indexOf(column)] ?? 0), 0);
  const sums = SIDES.map((side) => ({ side, sum: sumOf(side) }));
  const all = sums.reduce((total, { sum }) => total + sum, 0);
  if (all === 0) return null;
  const share = (sum: number) => ((100 * sum) / all).toFixed(1);
  return (
    <div className={styles.balance}>
      <div className={styles.bar} aria-hidden="true">
        {sums.map(({ side, sum }) => (
          <span key={side} className={styles[side]} style={{ flexGrow: sum }} />
        ))}
      </div>
      <ul className={styles.key}>
        {sums.map(({ side, sum }) => (
          <li key={side}>
            <i className={styles[side]} aria-hidden="true" />
            {nameOf(side)} <b dir="ltr">{write("percent", share(sum))}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Lines({ figure: { columns, cells } }: Parts) {
  const nameOf = useColumnName();
  const write = useCell();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={styles.scroller} tabIndex={0} data-scrolls-sideways="">
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={classNames(isFigure(column) && styles.end)}>
                {nameOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((line) => (
            <tr key={line.join()}>
              {columns.map((column, place) => (
                <td
                  key={column}
                  dir={isFigure(column) ? "ltr" : undefined}
                  className={classNames(isFigure(column) && styles.end, styles[kindOf(column)])}
                >
                  {write(column, line[place] ?? "")}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
