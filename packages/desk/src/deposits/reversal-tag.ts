// How a card payment that was refunded or disputed is marked: in the queue and in its case.

import type { DepositRow } from "@truetick/contract/desk";
import { useNotation } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { writeMoment } from "../app/moment.ts";
import { writeAmount } from "../frame/amounts.ts";
import type { RowTag } from "../frame/queue-row.tsx";

type Marked = Pick<DepositRow, "reversal" | "hasReversalNews">;

export function useReversalTag(): (row: Marked) => readonly RowTag[] {
  const t = useTranslations("deposits");
  const notation = useNotation();
  return ({ reversal, hasReversalNews }) => {
    const news: RowTag = { key: "news", tone: "warn", text: t("tags.news") };
    if (!reversal) return hasReversalNews ? [news] : [];
    const { kind, amount, at } = reversal;
    const said = {
      amount: amount === null ? "–" : writeAmount(amount, true, notation),
      time: writeMoment(at),
    };
    const tone = kind === "refunded" ? "warn" : "danger";
    const mark: RowTag = { key: "reversal", tone, text: t(`reversal.${kind}`, said) };
    return hasReversalNews ? [mark, news] : [mark];
  };
}
