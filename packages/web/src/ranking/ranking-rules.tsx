// How the figures of the ranking are computed, in plain words and with the formula of the risk
// score: shown from the list as a sheet and on every profile. What stands here is what
// docs/ranking.md publishes and the server does.

import { RISK_BOUNDS, RISK_DAYS, RISK_YEAR_DAYS } from "@truetick/contract/ranking";
import { Sheet, useNotation, writeDecimal } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { ltrText } from "../app/ltr-text.ts";
import { percentText } from "./percent-text.ts";
import styles from "./ranking-rules.module.css";

const RULES = ["threeWeekReturn", "drawdown", "threeWeekWinRate", "enough", "fair"] as const;

/** The scale of the risk score, with the trader's own place on it. */
function RiskScale({ score }: { readonly score: number | null }) {
  const t = useTranslations("ranking.rules");
  const notation = useNotation();
  const write = (ratio: string) => ltrText(`${writeDecimal(percentText(ratio, 0), notation)}%`);
  const last = RISK_BOUNDS.at(-1) ?? "";
  const rows = [
    ...RISK_BOUNDS.map((bound, at) => ({
      score: at + 1,
      text: t("upTo", { percent: write(bound) }),
    })),
    { score: RISK_BOUNDS.length + 1, text: t("above", { percent: write(last) }) },
  ];
  return (
    <ol className={styles.scale}>
      {rows.map((row) => (
        <li key={row.score} aria-current={row.score === score ? "true" : undefined}>
          <b>{row.score}</b>
          <bdi>{row.text}</bdi>
        </li>
      ))}
    </ol>
  );
}

export function RiskRule({ score }: { readonly score: number | null }) {
  const t = useTranslations("ranking.rules");
  return (
    <div className={styles.rule}>
      <p>{t("risk")}</p>
      <code className={styles.formula} dir="ltr">
        σ(r<sub>1</sub> … r<sub>{RISK_DAYS}</sub>) × {RISK_YEAR_DAYS}
        <sup>½</sup>
      </code>
      <RiskScale score={score} />
    </div>
  );
}

function RankingRules() {
  const t = useTranslations("ranking.rules");
  const columns = useTranslations("ranking.columns");
  return (
    <div className={styles.rules}>
      {RULES.map((rule) => (
        <div key={rule} className={styles.rule}>
          <p>{t(rule)}</p>
        </div>
      ))}
      <h3 className={styles.name}>{columns("risk")}</h3>
      <RiskRule score={null} />
    </div>
  );
}

export function RankingRulesSheet({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const t = useTranslations("ranking");
  const settings = useTranslations("settings");
  return (
    <Sheet
      isOpen={isOpen}
      title={t("how")}
      closeLabel={settings("close")}
      place="centre"
      onClose={onClose}
    >
      <div className={styles.sheet}>
        <RankingRules />
      </div>
    </Sheet>
  );
}
