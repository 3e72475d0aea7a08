// What copying somebody means for one's money, said before it goes in: the leader's largest fall on
// one's own amount, what it costs, and what is to be known of this very trader.

import type { FollowTerms } from "@truetick/contract/copying";
import type { RankedTrader } from "@truetick/contract/ranking";
import { Fact, Facts, Note } from "@truetick/ui";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { Fall } from "../ranking/percent.tsx";
import { RiskMeter } from "../ranking/risk-meter.tsx";
import { fallOf } from "./copy-figures.ts";
import styles from "./sheets.module.css";

const WILD_FROM = 7;

/** What must be known of this very trader. */
export function StartWarnings({ trader }: { readonly trader: RankedTrader }) {
  const t = useTranslations("copy.before");
  const warnings = useTranslations("ranking.warnings");
  const isWild = trader.risk !== null && trader.risk >= WILD_FROM;
  return (
    <>
      {isWild && (
        <Note tone="warn" icon={TriangleAlert}>
          {t("wild")}
        </Note>
      )}
      {trader.totalReturn === null && (
        <Note tone="warn" icon={TriangleAlert}>
          {warnings("young")}
        </Note>
      )}
      {trader.isSimulated && (
        <Note tone="neutral" icon={Info}>
          {warnings("simulated")}
        </Note>
      )}
    </>
  );
}

export function StartFacts({
  trader,
  amount,
  terms: { factor },
}: {
  readonly trader: RankedTrader;
  readonly amount: string | null;
  readonly terms: FollowTerms;
}) {
  const t = useTranslations("copy.before");
  const columns = useTranslations("ranking.columns");
  const { drawdown } = trader;
  const lost = amount === null ? null : fallOf({ amount, drawdown, factor });
  return (
    <div className={styles.before}>
      <Facts>
        <Fact name={columns("risk")}>
          <RiskMeter score={trader.risk} />
        </Fact>
        <Fact name={t("fall")}>
          <Fall drawdown={drawdown} />
        </Fact>
        <Fact name={t("fallOnYours")}>
          {lost === null ? (
            "–"
          ) : (
            <>
              <MoneyText text={`-${lost}`} isSigned /> USD
            </>
          )}
        </Fact>
        <Fact name={t("cost")}>
          <MoneyText text="0" /> USD
        </Fact>
      </Facts>
      <p className={styles.quiet}>{t("costs")}</p>
    </div>
  );
}
