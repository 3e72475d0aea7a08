// A price, typeset: head, pip digits, fractional pip. `Price` shows a fixed text; live cells hold
// the bare frame and write into it with `paintPrice`, so that a tick costs three text writes and
// no render. Invariant: painting never changes the number of elements, so nothing moves.

import { type Ref, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { classNames } from "./class-names.ts";
import { useNotation } from "./notation.ts";
import styles from "./price.module.css";
import { type PriceParts, type PriceShape, splitPrice } from "./price-text.ts";
import { writeText } from "./write-text.ts";

export type PriceLook = {
  /** Takes the colour of its surroundings instead of shading head and fraction. */
  readonly isTinted?: boolean;
  /** One size throughout, for dense tables: weight alone marks the pip. */
  readonly isFlat?: boolean;
};

export function PriceFrame({
  ref,
  isTinted = false,
  isFlat = false,
}: PriceLook & { readonly ref?: Ref<HTMLSpanElement> }) {
  return (
    <span
      ref={ref}
      dir="ltr"
      className={classNames(styles.price, isTinted && styles.tinted, isFlat && styles.flat)}
    >
      <span className={styles.head} />
      <span className={styles.pip} />
      <span className={styles.fraction} />
    </span>
  );
}

/** Writes the three parts into a `PriceFrame`. */
export function paintPrice(frame: HTMLElement, parts: PriceParts): void {
  const [head, pip, fraction] = frame.children;
  if (head) writeText(head, parts.head);
  if (pip) writeText(pip, parts.pip);
  if (fraction) writeText(fraction, parts.fraction);
}

export function Price({
  text,
  shape,
  ref,
  ...look
}: PriceLook & {
  readonly text: string;
  readonly shape: PriceShape;
  readonly ref?: Ref<HTMLSpanElement | null>;
}) {
  const frame = useRef<HTMLSpanElement>(null);
  const notation = useNotation();
  useImperativeHandle<HTMLSpanElement | null, HTMLSpanElement | null>(ref, () => frame.current, []);
  useLayoutEffect(() => {
    if (frame.current) paintPrice(frame.current, splitPrice(text, shape, notation));
  }, [text, shape, notation]);
  return <PriceFrame ref={frame} {...look} />;
}
