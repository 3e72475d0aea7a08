// Every figure of a trader's record, one under the other.

import type { DayReturn, TraderProfile } from "@truetick/contract/ranking";
import { Fact, Facts, useNotation } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { Percent } from "./percent.tsx";
import styles from "./trader-figures.module.css";
import { useDay } from "./use-day.ts";
import { writeLength } from "./write-length.ts";

const LEVERAGES_SHOWN_MAX = 3;

function Day({ day }: { readonly day: DayReturn | null }) {
  const dayOf = useDay();
  if (!day) return <Percent ratio={null} />;
  return (
    <>
      <bdi className={styles.quiet}>{dayOf(day.date)}</bdi>{" "}
      <Percent ratio={day.dayReturn} isSigned />
    </>
  );
}

export function TraderFigures({ trader }: { readonly trader: TraderProfile }) {
  const t = useTranslations("ranking");
  const columns = useTranslations("ranking.columns");
  const notation = useNotation();
  const count = (number: number) => notation.group(String(number));
  const leverages = trader.leverages.slice(0, LEVERAGES_SHOWN_MAX);
  return (
    <Facts>
      <Fact name={columns("threeWeekReturn")}>
        <Percent ratio={trader.threeWeekReturn} isSigned />
      </Fact>
      <Fact name={columns("threeWeekProfit")}>
        <MoneyText text={trader.threeWeekProfit} isSigned /> USD
      </Fact>
      <Fact name={columns("threeWeekWinRate")}>
        <Percent ratio={trader.threeWeekWinRate} places={1} />
      </Fact>
      <Fact name={t("bestDay")}>
        <Day day={trader.bestDay} />
      </Fact>
      <Fact name={t("worstDay")}>
        <Day day={trader.worstDay} />
      </Fact>
      <Fact name={t("lossDays")}>
        {count(trader.lossDays)}
        <span className={styles.quiet}> / {count(trader.finishedDays)}</span>
      </Fact>
      <Fact name={t("hold")} isFigure={false}>
        {trader.averageHoldSec === null ? (
          <Percent ratio={null} />
        ) : (
          writeLength(trader.averageHoldSec, notation.tag)
        )}
      </Fact>
      <Fact name={columns("leverage")}>
        {leverages.length === 0 && <Percent ratio={null} />}
        {leverages.map(({ leverage, share }) => (
          <span key={leverage} className={styles.leverage}>
            1:{leverage} <Percent ratio={share} places={0} className={styles.quiet} />
          </span>
        ))}
      </Fact>
      <Fact name={columns("followers")}>{count(trader.followers)}</Fact>
      <Fact name={columns("totalFollowers")}>{count(trader.totalFollowers)}</Fact>
      <Fact name={t("followAmount")}>
        <MoneyText text={trader.followAmount} /> USD
      </Fact>
      <Fact name={t("accounts")}>{count(trader.accounts)}</Fact>
    </Facts>
  );
}
