// A market's day in one line, with the day's open as a dotted level. Decoration for the eye: the
// change beside it says the same in words, so it is hidden from screen readers.

import { type Ref, useMemo } from "react";
import { classNames } from "./class-names.ts";
import type { Direction } from "./notation.ts";
import styles from "./sparkline.module.css";
import { sparklineShape } from "./sparkline-path.ts";

export function Sparkline({
  ref,
  closes,
  dayOpen,
  direction,
  width,
  height,
  isFilled = false,
  className,
}: {
  readonly ref?: Ref<SVGSVGElement>;
  readonly closes: readonly number[];
  readonly dayOpen: number | null;
  /** Undefined where the caller paints it (`data-direction`), tick by tick. */
  readonly direction: Direction | undefined;
  readonly width: number;
  readonly height: number;
  /** Fills faintly under the line; for large ones only. */
  readonly isFilled?: boolean;
  readonly className?: string | undefined;
}) {
  const shape = useMemo(
    () => sparklineShape(closes, dayOpen, { width, height }),
    [closes, dayOpen, width, height],
  );
  return (
    <svg
      ref={ref}
      className={classNames(styles.sparkline, className)}
      data-direction={direction}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {shape && isFilled && <path className={styles.area} d={shape.area} />}
      {shape && shape.openY !== null && (
        <path className={styles.open} d={`M1 ${shape.openY.toFixed(1)}H${width - 1}`} />
      )}
      {shape && <path className={styles.line} d={shape.line} />}
    </svg>
  );
}
