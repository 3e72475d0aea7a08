// The margin level on a bar: where it stands between nothing, the stop-out at 50 %, the margin call
// at 100 % and plenty at 500 %. Runs left to right in every language.

import { useNotation, writeDecimal } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { percentOf } from "../user/two-decimals.ts";
import styles from "./level-gauge.module.css";

const STOP_OUT = 50;
const MARGIN_CALL = 100;
const PLENTY = 500;
/** How much of the bar each zone takes: the dangerous ones are narrow and never vanish. */
const STOP_OUT_AT = 16;
const MARGIN_CALL_AT = 36;

/** Where a level in percent stands on the bar, from 0 to 100. */
export function placeOnGauge(percent: number): number {
  const level = Math.min(PLENTY, Math.max(0, percent));
  if (level <= STOP_OUT) return (level / STOP_OUT) * STOP_OUT_AT;
  if (level <= MARGIN_CALL) {
    const share = (level - STOP_OUT) / (MARGIN_CALL - STOP_OUT);
    return STOP_OUT_AT + share * (MARGIN_CALL_AT - STOP_OUT_AT);
  }
  const share = (level - MARGIN_CALL) / (PLENTY - MARGIN_CALL);
  return MARGIN_CALL_AT + share * (100 - MARGIN_CALL_AT);
}

export function LevelGauge({
  level,
}: {
  /** A ratio; null while no margin is used. */ readonly level: string | null;
}) {
  const t = useTranslations("account");
  const notation = useNotation();
  const percent = level === null ? null : percentOf(level);
  const place = percent === null ? 100 : placeOnGauge(Number(percent));
  const filled = Math.max(0, ((place - MARGIN_CALL_AT) / (100 - MARGIN_CALL_AT)) * 100);
  const text = percent === null ? "–" : `${writeDecimal(percent, notation)}%`;
  return (
    <div className={styles.gauge}>
      <div className={styles.head}>
        <span>{t("level")}</span>
        <span className={styles.figure} dir="ltr">
          {text}
        </span>
      </div>
      <meter
        className={styles.unseen}
        aria-label={t("level")}
        min={0}
        max={PLENTY}
        value={percent === null ? PLENTY : Math.min(PLENTY, Number(percent))}
        aria-valuetext={text}
      />
      <div className={styles.bar} dir="ltr" aria-hidden="true">
        <i className={styles.stopOut} />
        <i className={styles.called} />
        <i className={styles.safe}>
          <i className={styles.filled} style={{ width: `${filled}%` }} />
        </i>
        {percent !== null && <span className={styles.needle} style={{ left: `${place}%` }} />}
      </div>
      <div className={styles.marks} dir="ltr" aria-hidden="true">
        <span style={{ left: `${STOP_OUT_AT}%` }}>{t("stopOut", { percent: STOP_OUT })}</span>
        <span className={styles.call} style={{ left: `${MARGIN_CALL_AT}%` }}>
          {t("marginCall", { percent: MARGIN_CALL })}
        </span>
        <span className={styles.end}>{PLENTY}%</span>
      </div>
    </div>
  );
}
