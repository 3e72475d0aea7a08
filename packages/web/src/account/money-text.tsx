// An amount of the account's money in the reader's notation: balances with two decimals, cut;
// margin and profits with all six, of which the last four recede. Gain and loss carry a sign, and
// the colour only helps.

import { classNames, directionOf, useNotation, writeDecimal, writeSigned } from "@truetick/ui";
import { memo } from "react";
import { twoDecimals } from "../user/two-decimals.ts";
import styles from "./money-text.module.css";

const QUIET_PLACES = 4;
const EXACT = /\.\d{6}$/;

export const MoneyText = memo(function MoneyText({
  text,
  isSigned = false,
  isExact = false,
  className,
}: {
  /** A decimal of the wire. */
  readonly text: string;
  readonly isSigned?: boolean;
  /** All six decimals: for margin and profits. */
  readonly isExact?: boolean;
  readonly className?: string | undefined;
}) {
  const notation = useNotation();
  const shown = isExact ? text : twoDecimals(text);
  const written = isSigned ? writeSigned(shown, notation) : writeDecimal(shown, notation);
  const cut = EXACT.test(shown) ? written.length - QUIET_PLACES : written.length;
  return (
    <bdi
      dir="ltr"
      className={classNames(styles.money, isSigned && styles[directionOf(shown)], className)}
    >
      {written.slice(0, cut)}
      {cut < written.length && <span className={styles.tail}>{written.slice(cut)}</span>}
    </bdi>
  );
});
