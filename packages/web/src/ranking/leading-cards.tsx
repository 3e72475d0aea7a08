// The first three of the ranking as cards over the table of a desktop: the record as a curve,
// return and drawdown beside each other, and the two ways on.

import { buttonClass, useNotation } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { DottedWords } from "../app/dotted-words.tsx";
import { Link } from "../app/link.tsx";
import { CopyButton } from "../copy/copy-button.tsx";
import styles from "./leading-cards.module.css";
import { Fall, Percent } from "./percent.tsx";
import { profilePath } from "./rank-choice.ts";
import { hasCourse, RecordLine } from "./record-line.tsx";
import { RiskMeter } from "./risk-meter.tsx";
import { TraderFace } from "./trader-face.tsx";
import type { RankedRow } from "./use-ranking.ts";

const LINE = { width: 400, height: 88 };

function LeadingCard({ trader }: { readonly trader: RankedRow }) {
  const t = useTranslations("ranking");
  const columns = useTranslations("ranking.columns");
  const notation = useNotation();
  const about = [
    trader.market,
    t("ordersOf", { count: trader.orders }),
    t("age", { count: trader.days }),
  ];
  const figures = [
    { name: columns("drawdown"), figure: <Fall drawdown={trader.drawdown} /> },
    {
      name: columns("threeWeekWinRate"),
      figure: <Percent ratio={trader.threeWeekWinRate} places={1} />,
    },
    { name: columns("followers"), figure: notation.group(String(trader.followers)) },
    { name: columns("risk"), figure: <RiskMeter score={trader.risk} /> },
  ];
  return (
    <article className={styles.card} data-trader={trader.alias}>
      <div className={styles.head}>
        <TraderFace trader={trader}>
          <DottedWords words={about} />
        </TraderFace>
        <span className={styles.return}>
          <Percent ratio={trader.threeWeekReturn} isSigned className={styles.figure} />
          <span>{t("threeWeeks")}</span>
        </span>
      </div>
      {hasCourse(trader.curve) ? (
        <RecordLine curve={trader.curve} {...LINE} isFilled className={styles.line} />
      ) : (
        <p className={styles.soon}>{t("curveSoon")}</p>
      )}
      <dl className={styles.figures}>
        {figures.map(({ name, figure }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.acts}>
        <CopyButton trader={trader} look="card" />
        <Link to={profilePath(trader.alias)} className={buttonClass("outline", "regular")}>
          {t("profile")}
        </Link>
      </div>
    </article>
  );
}

export function LeadingCards({ traders }: { readonly traders: readonly RankedRow[] }) {
  return (
    <div className={styles.cards}>
      {traders.map((trader) => (
        <LeadingCard key={trader.id} trader={trader} />
      ))}
    </div>
  );
}
