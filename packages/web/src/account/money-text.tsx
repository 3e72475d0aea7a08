// An amount of the account's money in the reader's notation: balances with two decimals;
// margin and profits with all six, of which the last four recede. Gain and loss carry a sign, and
// the colour only helps. `MoneyText` shows a fixed amount; live ones hold the bare frame and write
// into it with `paintMoney` (live-account.tsx).

import {
  classNames,
  directionOf,
  type Notation,
  paintDirection,
  useNotation,
  writeDecimal,
  writeSigned,
  writeText,
} from "@truetick/ui";
import { memo, type Ref, useLayoutEffect, useRef } from "react";
import { twoDecimals } from "../user/two-decimals.ts";
import styles from "./money-text.module.css";

const QUIET_PLACES = 4;
const EXACT = /\.\d{6}$/;

export type MoneyLook = {
  readonly isSigned?: boolean | undefined;
  /** All six decimals: for margin and profits. */
  readonly isExact?: boolean | undefined;
};

export function MoneyFrame({
  ref,
  className,
}: {
  readonly ref: Ref<HTMLElement>;
  readonly className?: string | undefined;
}) {
  return (
    <bdi ref={ref} dir="ltr" className={classNames(styles.money, className)}>
      <span />
      <span className={styles.tail} />
    </bdi>
  );
}

/** Writes a decimal of the wire into a `MoneyFrame`. */
export function paintMoney(
  frame: HTMLElement,
  text: string,
  { isSigned = false, isExact = false, notation }: MoneyLook & { readonly notation: Notation },
): void {
  const shown = isExact ? text : twoDecimals(text);
  const written = isSigned ? writeSigned(shown, notation) : writeDecimal(shown, notation);
  const cut = EXACT.test(shown) ? written.length - QUIET_PLACES : written.length;
  const [head, tail] = frame.children;
  if (head) writeText(head, written.slice(0, cut));
  if (tail) writeText(tail, written.slice(cut));
  if (isSigned) paintDirection(frame, directionOf(shown));
}

export const MoneyText = memo(function MoneyText({
  text,
  isSigned,
  isExact,
  className,
}: MoneyLook & {
  /** A decimal of the wire. */
  readonly text: string;
  readonly className?: string | undefined;
}) {
  const frame = useRef<HTMLElement>(null);
  const notation = useNotation();
  useLayoutEffect(() => {
    if (frame.current) paintMoney(frame.current, text, { isSigned, isExact, notation });
  }, [text, isSigned, isExact, notation]);
  return <MoneyFrame ref={frame} className={className} />;
});
