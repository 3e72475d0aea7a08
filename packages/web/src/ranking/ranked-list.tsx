// The traders who chose to be listed, as rows with every figure that is known of them; the same on
// Ranking and on Copy trading. What is not known yet says so. A figure is never shown by its colour
// alone.

import { type RankedTrader, requestRankedTraders } from "@truetick/contract/ranking";
import {
  buttonClass,
  classNames,
  directionOf,
  EmptyState,
  type Icon,
  Note,
  useNotation,
  writeDecimal,
  writeSigned,
} from "@truetick/ui";
import Info from "lucide-react/icons/info";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { Link } from "../app/link.tsx";
import { PageBody } from "../app/page-body.tsx";
import { PullScroller } from "../app/pull-scroller.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { usePages } from "../app/use-pages.ts";
import { percentOf } from "../user/two-decimals.ts";
import styles from "./ranked-list.module.css";

/** Aliases are unique, and all that is known of a person. */
type Row = RankedTrader & { readonly id: string; readonly place: number };

const ROWS_PER_PAGE = 20;

function requestRows(page: number) {
  const request = requestRankedTraders({ page });
  return {
    ...request,
    read: (wire: unknown) => {
      const { traders, total } = request.read(wire);
      const first = (page - 1) * ROWS_PER_PAGE + 1;
      const rows = traders.map((trader, at) => ({
        ...trader,
        id: trader.alias,
        place: first + at,
      }));
      return { rows, total };
    },
  };
}

function Percent({
  ratio,
  isSigned,
}: {
  readonly ratio: string | null;
  readonly isSigned: boolean;
}) {
  const t = useTranslations("ranking");
  const notation = useNotation();
  if (ratio === null) return <span className={styles.unknown}>{t("notEnough")}</span>;
  const percent = percentOf(ratio);
  const text = isSigned ? writeSigned(percent, notation) : writeDecimal(percent, notation);
  return (
    <bdi dir="ltr" className={classNames(isSigned && styles[directionOf(percent)])}>
      {text}%
    </bdi>
  );
}

function TraderRow({ trader }: { readonly trader: Row }) {
  const t = useTranslations("ranking");
  const notation = useNotation();
  const columns = useTranslations("ranking.columns");
  const figures = [
    { name: columns("return"), figure: <Percent ratio={trader.threeWeekReturn} isSigned /> },
    { name: columns("income"), figure: <MoneyText text={trader.threeWeekProfit} isSigned /> },
    {
      name: columns("winRate"),
      figure: <Percent ratio={trader.threeWeekWinRate} isSigned={false} />,
    },
    { name: columns("orders"), figure: notation.group(String(trader.orders)) },
    { name: columns("followers"), figure: notation.group(String(trader.followers)) },
    { name: columns("leverage"), figure: trader.leverage === 0 ? "–" : `1:${trader.leverage}` },
    { name: columns("market"), figure: trader.market === "" ? "–" : trader.market },
  ];
  return (
    <div className={styles.row}>
      <div className={styles.head}>
        <span className={styles.place}>{trader.place}</span>
        <span className={styles.avatar} aria-hidden="true">
          {trader.alias.slice(0, 2).toUpperCase()}
        </span>
        <span className={styles.who}>
          <bdi className={styles.alias}>{trader.alias}</bdi>
          <span className={styles.age}>{t("age", { count: trader.days })}</span>
        </span>
      </div>
      <dl className={styles.figures}>
        {figures.map(({ name, figure }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

type EmptyWords = {
  readonly icon: Icon;
  readonly title: string;
  readonly text: string;
  readonly action: string;
};

function NobodyListed({ icon, title, text, action }: EmptyWords) {
  return (
    <EmptyState
      icon={icon}
      title={title}
      text={text}
      actions={
        <Link to="/" className={buttonClass("primary", "touch")}>
          {action}
        </Link>
      }
    />
  );
}

export function RankedList({
  name,
  label,
  lead,
  empty,
}: {
  /** What the list is called on the page. */
  readonly name: string;
  readonly label: string;
  /** What must be known before the rows, where there are some. */
  readonly lead?: ReactNode;
  /** What is said while nobody is listed; the action leads to the quotes. */
  readonly empty: EmptyWords;
}) {
  const t = useTranslations("ranking");
  const tellFailure = useTellFailure();
  const pages = usePages<Row>(requestRows);
  const { list } = pages;
  const refresh = async () => {
    const failure = await pages.refresh();
    if (failure && list.phase === "ready") tellFailure(failure);
  };
  return (
    <PullScroller name={name} className={styles.list} refresh={refresh}>
      {list.rows.length > 0 && (
        <p className={styles.heading} aria-hidden="true">
          {label}
        </p>
      )}
      {list.rows.length > 0 && lead}
      <PageBody pages={pages} label={label} nothing={<NobodyListed {...empty} />}>
        {(trader) => <TraderRow trader={trader} />}
      </PageBody>
      {list.rows.length > 0 && (
        <div className={styles.note}>
          <Note tone="neutral" icon={Info}>
            {t("note")}
          </Note>
        </div>
      )}
    </PullScroller>
  );
}
