// The ranking as a table, where there is room for one. The heads that can order it are buttons:
// always best first. The alias is the link to the profile; who can be copied has a button.

import type { RankSort } from "@truetick/contract/ranking";
import { classNames, useNotation } from "@truetick/ui";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { Link } from "../app/link.tsx";
import { CopyButton } from "../copy/copy-button.tsx";
import { Fall, Percent } from "./percent.tsx";
import { profilePath } from "./rank-choice.ts";
import styles from "./ranked-table.module.css";
import { hasCourse, RecordLine } from "./record-line.tsx";
import { RiskMeter } from "./risk-meter.tsx";
import { TraderFace } from "./trader-face.tsx";
import type { RankedRow } from "./use-ranking.ts";

type Column =
  | Exclude<RankSort, "days">
  | "place"
  | "leader"
  | "curve"
  | "risk"
  | "totalFollowers"
  | "market"
  | "leverage"
  | "act";

const COLUMNS: readonly Column[] = [
  "place",
  "leader",
  "curve",
  "threeWeekReturn",
  "totalReturn",
  "drawdown",
  "risk",
  "threeWeekWinRate",
  "threeWeekProfit",
  "orders",
  "followers",
  "totalFollowers",
  "market",
  "leverage",
  "act",
];
const SORTABLE: ReadonlySet<Column> = new Set<Column>([
  "threeWeekReturn",
  "totalReturn",
  "drawdown",
  "threeWeekWinRate",
  "threeWeekProfit",
  "orders",
  "followers",
]);
const FIGURES: ReadonlySet<Column> = new Set<Column>([
  ...SORTABLE,
  "place",
  "totalFollowers",
  "leverage",
]);
const LINE = { width: 96, height: 28 };

function isSort(column: Column): column is Exclude<RankSort, "days"> {
  return SORTABLE.has(column);
}

function Heading({
  column,
  sort,
  onSort,
}: {
  readonly column: Column;
  readonly sort: RankSort;
  readonly onSort: (sort: RankSort) => void;
}) {
  const columns = useTranslations("ranking.columns");
  const name = column === "place" ? "#" : columns(column);
  const isSorted = column === sort;
  const sorted = column === "drawdown" ? "ascending" : "descending";
  return (
    <th
      scope="col"
      data-column={column}
      data-figure={FIGURES.has(column)}
      aria-sort={isSorted ? sorted : undefined}
    >
      {isSort(column) ? (
        <button type="button" className={styles.sort} onClick={() => onSort(column)}>
          {name}
          <span aria-hidden="true" className={styles.arrow} data-on={isSorted}>
            {column === "drawdown" ? "↑" : "↓"}
          </span>
        </button>
      ) : (
        <span className={column === "act" ? styles.unseen : undefined}>{name}</span>
      )}
    </th>
  );
}

function useCells(trader: RankedRow): Readonly<Record<Column, ReactNode>> {
  const t = useTranslations("ranking");
  const notation = useNotation();
  const count = (number: number) => notation.group(String(number));
  return {
    place: <span className={styles.quiet}>{trader.isHedged ? "–" : trader.place}</span>,
    leader: (
      <Link to={profilePath(trader.alias)} className={styles.leader}>
        <TraderFace trader={trader} size={28} tagsAt="below">
          {t("age", { count: trader.days })}
        </TraderFace>
      </Link>
    ),
    curve: hasCourse(trader.curve) ? (
      <RecordLine curve={trader.curve} {...LINE} />
    ) : (
      <Percent ratio={null} />
    ),
    threeWeekReturn: <Percent ratio={trader.threeWeekReturn} isSigned className={styles.strong} />,
    totalReturn: <Percent ratio={trader.totalReturn} isSigned />,
    drawdown: <Fall drawdown={trader.drawdown} />,
    risk: <RiskMeter score={trader.risk} />,
    threeWeekWinRate: <Percent ratio={trader.threeWeekWinRate} places={1} />,
    threeWeekProfit: <MoneyText text={trader.threeWeekProfit} isSigned />,
    orders: count(trader.orders),
    followers: count(trader.followers),
    totalFollowers: <span className={styles.quiet}>{count(trader.totalFollowers)}</span>,
    market: <span className={styles.quiet}>{trader.market === "" ? "–" : trader.market}</span>,
    leverage: (
      <bdi dir="ltr" className={styles.quiet}>
        {trader.leverage === 0 ? "–" : `1:${trader.leverage}`}
      </bdi>
    ),
    act: <CopyButton trader={trader} look="row" />,
  };
}

function TraderRow({ trader }: { readonly trader: RankedRow }) {
  const cells = useCells(trader);
  return (
    <tr data-trader={trader.alias}>
      {COLUMNS.map((column) => (
        <td key={column} data-column={column} data-figure={FIGURES.has(column)}>
          {cells[column]}
        </td>
      ))}
    </tr>
  );
}

export function RankedTable({
  traders,
  label,
  sort,
  onSort,
  className,
}: {
  readonly traders: readonly RankedRow[];
  readonly label: string;
  readonly sort: RankSort;
  readonly onSort: (sort: RankSort) => void;
  readonly className?: string | undefined;
}) {
  return (
    <div className={classNames(styles.plane, className)}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <Heading key={column} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {traders.map((trader) => (
            <TraderRow key={trader.id} trader={trader} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
