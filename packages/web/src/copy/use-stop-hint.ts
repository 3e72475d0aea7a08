// What a copy stop-loss would do to an amount, in a sentence: the worth at which it ends the copy,
// or that nothing would.

import { useNotation, writeDecimal } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { ltrText } from "../app/ltr-text.ts";
import { twoDecimals } from "../user/two-decimals.ts";
import { stopLevelOf } from "./copy-figures.ts";

export function useStopHint(amount: string | null, percent: string | null): string {
  const t = useTranslations("copy.terms");
  const notation = useNotation();
  if (percent === null) return t("noStopHint");
  const level = amount === null ? null : stopLevelOf(amount, percent);
  if (level === null) return t("stopHint");
  return t("stopAt", { amount: ltrText(`${writeDecimal(twoDecimals(level), notation)} USD`) });
}
