// The record of a trader day by day: the return since the beginning, and under it how far below
// the highest point. Any day can be read with a pointer, a finger or the arrow keys: a slider of
// the browser's own lies over the plane. Left to right in every language.

import type { RecordDay } from "@truetick/contract/ranking";
import { useNotation } from "@truetick/ui";
import { type PointerEvent, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { type CurveBox, curveShape } from "./curve-shape.ts";
import styles from "./equity-curve.module.css";
import { Fall, Percent } from "./percent.tsx";
import { useDay } from "./use-day.ts";

const RETURN_BOX: CurveBox = { width: 1000, height: 200 };
const FALL_BOX: CurveBox = { width: 1000, height: 56 };

function Plane({
  values,
  box,
  kind,
  day,
}: {
  readonly values: readonly number[];
  readonly box: CurveBox;
  readonly kind: "return" | "fall";
  readonly day: number;
}) {
  const { tag } = useNotation();
  const shape = useMemo(() => curveShape(values, box), [values, box]);
  const percent = useMemo(
    () => new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 1 }),
    [tag],
  );
  if (!shape) return null;
  const value = values[day] ?? 0;
  return (
    <div className={styles.plane} data-kind={kind}>
      <svg viewBox={`0 0 ${box.width} ${box.height}`} preserveAspectRatio="none" aria-hidden="true">
        {shape.levels.map((level) => (
          <path
            key={level}
            className={level === 0 ? styles.zero : styles.level}
            d={`M0 ${shape.yOf(level).toFixed(1)}H${box.width}`}
          />
        ))}
        <path className={styles.area} d={shape.area} />
        <path className={styles.line} d={shape.line} />
        <path className={styles.cross} d={`M${shape.xOf(day).toFixed(1)} 0V${box.height}`} />
      </svg>
      <span
        className={styles.point}
        style={{
          left: `${(shape.xOf(day) / box.width) * 100}%`,
          top: `${(shape.yOf(value) / box.height) * 100}%`,
        }}
      />
      {shape.levels.map((level) => (
        <span
          key={level}
          className={styles.name}
          style={{ top: `${(shape.yOf(level) / box.height) * 100}%` }}
        >
          {percent.format(level)}
        </span>
      ))}
    </div>
  );
}

export function EquityCurve({ record }: { readonly record: readonly RecordDay[] }) {
  const t = useTranslations("ranking");
  const columns = useTranslations("ranking.columns");
  const dayOf = useDay();
  const last = record.length - 1;
  const [picked, setPicked] = useState<number | null>(null);
  const day = Math.min(picked ?? last, last);
  const returns = useMemo(() => record.map(({ totalReturn }) => Number(totalReturn)), [record]);
  const falls = useMemo(() => record.map(({ drawdown }) => -Number(drawdown)), [record]);
  const first = record[0];
  const shown = record[day];
  const end = record[last];
  if (record.length < 2 || !first || !shown || !end) {
    return <p className={styles.none}>{t("curveSoon")}</p>;
  }
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width));
    setPicked(Math.round(share * last));
  };
  return (
    <figure className={styles.curve}>
      <figcaption className={styles.reading}>
        <span className={styles.day}>{dayOf(shown.date)}</span>
        <span>
          {columns("totalReturn")} <Percent ratio={shown.totalReturn} isSigned />
        </span>
        <span>
          {t("fall")} <Fall drawdown={shown.drawdown} />
        </span>
      </figcaption>
      <div className={styles.stage} dir="ltr">
        <Plane values={returns} box={RETURN_BOX} kind="return" day={day} />
        <Plane values={falls} box={FALL_BOX} kind="fall" day={day} />
        <input
          type="range"
          className={styles.picker}
          min={0}
          max={last}
          value={day}
          aria-label={columns("curve")}
          aria-valuetext={`${dayOf(shown.date)}: ${shown.totalReturn}`}
          onChange={(event) => setPicked(Number(event.currentTarget.value))}
          onPointerMove={follow}
          onPointerLeave={() => setPicked(null)}
          onBlur={() => setPicked(null)}
        />
      </div>
      <div className={styles.ends} dir="ltr">
        <bdi>{dayOf(first.date)}</bdi>
        <bdi>{dayOf(end.date)}</bdi>
      </div>
    </figure>
  );
}
