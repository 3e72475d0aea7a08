// The margin level on a bar: where it stands between nothing, the stop-out at 50 %, the margin call
// at 100 % and plenty at 500 %. Painted as the account moves. Runs left to right in every language.

import { type Notation, useNotation, writeDecimal, writeText } from "@truetick/ui";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import { percentOf } from "../user/two-decimals.ts";
import styles from "./level-gauge.module.css";
import { useBookPaint } from "./live-account.tsx";

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

type Needle = {
  /** From 0 to 100 on the bar; null while no margin is used. */
  readonly place: number | null;
  /** Of the safe zone, from 0 to 100. */
  readonly filled: number;
  readonly percent: number;
  readonly text: string;
};

/** `level` is a ratio; null while no margin is used. */
function needleOf(level: string | null, notation: Notation): Needle {
  if (level === null) return { place: null, filled: 100, percent: PLENTY, text: "–" };
  const percent = percentOf(level);
  const place = placeOnGauge(Number(percent));
  return {
    place,
    filled: Math.max(0, ((place - MARGIN_CALL_AT) / (100 - MARGIN_CALL_AT)) * 100),
    percent: Math.min(PLENTY, Number(percent)),
    text: `${writeDecimal(percent, notation)}%`,
  };
}

/** The figure, the meter and the bar of the gauge, moved with the account. */
function useNeedle() {
  const notation = useNotation();
  const figure = useRef<HTMLSpanElement>(null);
  const meter = useRef<HTMLMeterElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  useBookPaint((open) => {
    const { place, filled, percent, text } = needleOf(open?.account.level ?? null, notation);
    if (figure.current) writeText(figure.current, text);
    meter.current?.setAttribute("value", String(percent));
    meter.current?.setAttribute("aria-valuetext", text);
    bar.current?.style.setProperty("--filled", `${filled}%`);
    bar.current?.style.setProperty("--needle", `${place ?? 0}%`);
    bar.current?.toggleAttribute("data-free", place === null);
  });
  return { figure, meter, bar };
}

export function LevelGauge() {
  const t = useTranslations("account");
  const { figure, meter, bar } = useNeedle();
  return (
    <div className={styles.gauge}>
      <div className={styles.head}>
        <span>{t("level")}</span>
        <span ref={figure} className={styles.figure} dir="ltr" />
      </div>
      <meter ref={meter} className={styles.unseen} aria-label={t("level")} min={0} max={PLENTY} />
      <div ref={bar} className={styles.bar} dir="ltr" aria-hidden="true">
        <i className={styles.stopOut} />
        <i className={styles.called} />
        <i className={styles.safe}>
          <i className={styles.filled} />
        </i>
        <span className={styles.needle} />
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
