// What is wrong with the terms of a follow, in the reader's words, beside the field it is about.

import {
  FOLLOW_FACTOR_MAX,
  FOLLOW_FACTOR_MIN,
  FOLLOW_STOP_PERCENT_MAX,
  FOLLOW_STOP_PERCENT_MIN,
} from "@truetick/contract/copying";
import { useNotation } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { typedForm } from "../ticket/read-number.ts";
import { readTerms, type TermName, type TypedTerms } from "./copy-terms.ts";

export function useTermProblems(): (typed: TypedTerms) => Partial<Record<TermName, string>> {
  const t = useTranslations("copy.terms");
  const notation = useNotation();
  const texts: Record<TermName, string> = {
    factor: t("between", {
      min: typedForm(FOLLOW_FACTOR_MIN, notation),
      max: FOLLOW_FACTOR_MAX,
    }),
    stop: t("between", {
      min: String(FOLLOW_STOP_PERCENT_MIN),
      max: String(FOLLOW_STOP_PERCENT_MAX),
    }),
    lots: t("lotsWrong"),
  };
  return (typed) => {
    const { wrong } = readTerms(typed, notation);
    return Object.fromEntries([...wrong].map((name) => [name, texts[name]]));
  };
}
