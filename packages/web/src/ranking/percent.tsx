// A ratio of a record as percent: with its sign where it has a direction, in words where there is
// not enough to tell. Colour only helps.

import { classNames, directionOf, useNotation, writeDecimal, writeSigned } from "@truetick/ui";
import { useTranslations } from "use-intl";
import styles from "./percent.module.css";
import { fallText, percentText } from "./percent-text.ts";

export function Percent({
  ratio,
  places = 2,
  isSigned = false,
  className,
}: {
  /** Null: not enough to tell. */
  readonly ratio: string | null;
  readonly places?: 0 | 1 | 2;
  readonly isSigned?: boolean;
  readonly className?: string | undefined;
}) {
  const t = useTranslations("ranking");
  const notation = useNotation();
  if (ratio === null) {
    return (
      <span className={styles.unknown} title={t("notEnough")}>
        <span aria-hidden="true">–</span>
        <span className={styles.unseen}>{t("notEnough")}</span>
      </span>
    );
  }
  const percent = percentText(ratio, places);
  const text = isSigned ? writeSigned(percent, notation) : writeDecimal(percent, notation);
  return (
    <bdi
      dir="ltr"
      className={classNames(styles.percent, isSigned && styles[directionOf(percent)], className)}
    >
      {text}%
    </bdi>
  );
}

/** How far it fell: a minus, and no colour, beside the return and as large. */
export function Fall({
  drawdown,
  places = 2,
}: {
  readonly drawdown: string;
  readonly places?: 0 | 1 | 2;
}) {
  const notation = useNotation();
  return (
    <bdi dir="ltr" className={styles.percent}>
      {writeDecimal(fallText(drawdown, places), notation)}%
    </bdi>
  );
}
