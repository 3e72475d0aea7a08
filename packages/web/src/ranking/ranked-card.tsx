// A trader in the list of a phone: who, the record in one line, and every figure with its name. The
// alias is the link, and the whole card follows it.

import { Tag, useNotation } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { Link } from "../app/link.tsx";
import { useOwnCopying } from "../copy/own-copying.tsx";
import { Fall, Percent } from "./percent.tsx";
import { profilePath } from "./rank-choice.ts";
import styles from "./ranked-card.module.css";
import { RecordLine } from "./record-line.tsx";
import { RiskMeter } from "./risk-meter.tsx";
import { TraderAvatar, TraderTags } from "./trader-face.tsx";
import type { RankedRow } from "./use-ranking.ts";

const LINE = { width: 92, height: 32 };

/** Every figure of a trader with its name, the most telling ones first. */
function useFigures(trader: RankedRow) {
  const t = useTranslations("ranking");
  const columns = useTranslations("ranking.columns");
  const notation = useNotation();
  const count = (number: number) => notation.group(String(number));
  return [
    {
      name: columns("threeWeekReturn"),
      figure: <Percent ratio={trader.threeWeekReturn} isSigned />,
    },
    { name: columns("drawdown"), figure: <Fall drawdown={trader.drawdown} /> },
    { name: columns("risk"), figure: <RiskMeter score={trader.risk} /> },
    {
      name: columns("threeWeekProfit"),
      figure: <MoneyText text={trader.threeWeekProfit} isSigned />,
    },
    {
      name: columns("threeWeekWinRate"),
      figure: <Percent ratio={trader.threeWeekWinRate} places={1} />,
    },
    { name: columns("totalReturn"), figure: <Percent ratio={trader.totalReturn} isSigned /> },
    { name: columns("orders"), figure: count(trader.orders) },
    { name: columns("totalFollowers"), figure: count(trader.totalFollowers) },
    { name: columns("followers"), figure: count(trader.followers) },
    { name: columns("market"), figure: trader.market === "" ? "–" : trader.market },
    { name: columns("leverage"), figure: trader.leverage === 0 ? "–" : `1:${trader.leverage}` },
    { name: columns("days"), figure: t("age", { count: trader.days }) },
  ];
}

/** The own listing and traders who are copied already; null for all others. */
function useMark({ alias }: RankedRow): string | null {
  const t = useTranslations("ranking.listing");
  const statuses = useTranslations("copy.statuses");
  const { ownAlias, followOf } = useOwnCopying();
  if (alias === ownAlias) return t("listed");
  const follow = followOf(alias);
  return follow && statuses(follow.status);
}

export function RankedCard({ trader }: { readonly trader: RankedRow }) {
  const mark = useMark(trader);
  const figures = useFigures(trader);
  return (
    <article className={styles.card} data-trader={trader.alias}>
      <div className={styles.head}>
        <span className={styles.place}>{trader.isHedged ? "–" : trader.place}</span>
        <TraderAvatar alias={trader.alias} />
        <span className={styles.who}>
          <Link to={profilePath(trader.alias)} className={styles.alias}>
            <bdi>{trader.alias}</bdi>
          </Link>
          <TraderTags trader={trader}>
            {mark && (
              <Tag key="own" tone="ok">
                {mark}
              </Tag>
            )}
          </TraderTags>
        </span>
        <RecordLine curve={trader.curve} {...LINE} />
      </div>
      <dl className={styles.figures}>
        {figures.map(({ name, figure }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
