// The risk score of a record, 1 to 10, as a figure and as many bars. Grey up to seven: a score is
// no praise. How it is computed stands in `ranking-rules.tsx`.

import { classNames } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { Percent } from "./percent.tsx";
import styles from "./risk-meter.module.css";

const SCORES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const DANGER_FROM = 8;

export function RiskMeter({
  score,
  className,
}: {
  /** Null: not enough to tell. */
  readonly score: number | null;
  readonly className?: string | undefined;
}) {
  const t = useTranslations("ranking");
  if (score === null) return <Percent ratio={null} />;
  return (
    <span
      className={classNames(styles.meter, className)}
      role="img"
      aria-label={t("riskOf", { score })}
      data-danger={score >= DANGER_FROM}
    >
      <span className={styles.score}>{score}</span>
      <span className={styles.bars}>
        {SCORES.map((each) => (
          <i key={each} data-on={each <= score} />
        ))}
      </span>
    </span>
  );
}
