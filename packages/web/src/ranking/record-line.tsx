// The record of a trader in one line: the return since the beginning, with the level it began at.
// Decoration for the eye: the figures beside it say the same in words.

import { classNames, Sparkline } from "@truetick/ui";
import { useMemo } from "react";
import styles from "./record-line.module.css";

const START = 0;
/** Where it began, a full day and now: before that there is no course to see. */
const POINTS_MIN = 3;

export function hasCourse(curve: readonly string[]): boolean {
  return curve.length >= POINTS_MIN;
}

export function RecordLine({
  curve,
  width,
  height,
  isFilled = false,
  className,
}: {
  /** Ratios, oldest first. */
  readonly curve: readonly string[];
  readonly width: number;
  readonly height: number;
  readonly isFilled?: boolean;
  readonly className?: string | undefined;
}) {
  const closes = useMemo(() => (hasCourse(curve) ? curve.map(Number) : []), [curve]);
  const last = closes.at(-1) ?? START;
  // Grey below the start.
  return (
    <Sparkline
      closes={closes}
      dayOpen={START}
      direction={last < START ? "flat" : "up"}
      width={width}
      height={height}
      isFilled={isFilled}
      className={classNames(styles.line, className)}
    />
  );
}
