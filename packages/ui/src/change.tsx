// A change in percent: arrow, sign and colour, so that colour is never the only message. `Change`
// shows a fixed text; live cells hold the frame and write into it with `paintChange`.

import { type Ref, useLayoutEffect, useRef } from "react";
import styles from "./change.module.css";
import { classNames } from "./class-names.ts";
import { directionOf, type Notation, useNotation, writeSigned } from "./notation.ts";
import { paintDirection } from "./paint-direction.ts";
import { writeText } from "./write-text.ts";

export function ChangeFrame({
  ref,
  cell,
  className,
}: {
  readonly ref?: Ref<HTMLSpanElement>;
  /** Names the frame for a painter that finds its cells by name. */
  readonly cell?: string;
  readonly className?: string | undefined;
}) {
  return (
    <span
      ref={ref}
      dir="ltr"
      data-cell={cell}
      className={classNames(styles.change, className)}
      data-direction="flat"
    >
      <svg className={styles.arrow} viewBox="0 0 8 8" aria-hidden="true">
        <path d="M4 1l3.4 5.6H.6z" />
      </svg>
      <span />
    </span>
  );
}

/** Writes a signed percentage such as "-0.11" into a `ChangeFrame`. */
export function paintChange(frame: HTMLElement, percent: string, notation: Notation): void {
  const direction = directionOf(percent);
  const figure = frame.lastElementChild;
  if (figure) writeText(figure, `${writeSigned(percent, notation)}%`);
  paintDirection(frame, direction);
}

export function Change({
  percent,
  className,
}: {
  readonly percent: string;
  readonly className?: string | undefined;
}) {
  const frame = useRef<HTMLSpanElement>(null);
  const notation = useNotation();
  useLayoutEffect(() => {
    if (frame.current) paintChange(frame.current, percent, notation);
  }, [percent, notation]);
  return <ChangeFrame ref={frame} className={className} />;
}
