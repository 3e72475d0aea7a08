// The filters of the history in the reader's words: what each part offers, and what the chosen one
// is called. Used by the bar of a desktop and the sheet of a phone.

import { HISTORY_REASONS, HISTORY_RESULTS, type HistoryReason } from "@truetick/contract";
import { useStore } from "@truetick/ui/state";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ownPeriod } from "../statements/period.ts";
import { useDays } from "../statements/use-days.ts";
import type { FilterOption } from "./filter-select.tsx";
import {
  type ChoicePart,
  HISTORY_PERIODS,
  type HistoryChoice,
  oneOf,
  withPeriod,
} from "./history-choice.ts";

/** Stands for "any" where a list needs a name for it. */
export const ANY = "";

export type FilterWords = {
  readonly nameOf: (part: ChoicePart) => string;
  readonly optionsOf: (part: ChoicePart) => readonly FilterOption[];
  /** What is chosen, in words. */
  readonly chosenOf: (part: ChoicePart, choice: HistoryChoice) => string;
};

export function useFilterWords(): FilterWords {
  const t = useTranslations("orders");
  const ticket = useTranslations("ticket");
  const reasons = useTranslations("closeReasons");
  const days = useDays();
  const list = useStore(useApp().markets);
  const markets = list.phase === "ready" ? list.markets : [];
  const reasonName = (reason: HistoryReason) =>
    reason === "cancelled" ? t("filters.cancelled") : reasons(reason);
  const names = {
    period: t("filters.period"),
    marketId: t("columns.market"),
    side: t("columns.side"),
    result: t("filters.result"),
    reason: t("columns.endedBy"),
  } as const;
  const options: Record<ChoicePart, readonly FilterOption[]> = {
    period: HISTORY_PERIODS.map((id) => ({ id, label: t(`filters.periods.${id}`) })),
    marketId: [
      { id: ANY, label: t("filters.allMarkets") },
      ...markets.map(({ id, displayCode }) => ({ id, label: displayCode })),
    ],
    side: [
      { id: ANY, label: t("filters.bothSides") },
      { id: "buy", label: ticket("buy") },
      { id: "sell", label: ticket("sell") },
    ],
    result: [
      { id: ANY, label: t("filters.results.any") },
      ...HISTORY_RESULTS.map((id) => ({ id, label: t(`filters.results.${id}`) })),
    ],
    reason: [
      { id: ANY, label: t("filters.anyReason") },
      ...HISTORY_REASONS.map((id) => ({ id, label: reasonName(id) })),
    ],
  };
  return {
    nameOf: (part) => names[part],
    optionsOf: (part) => options[part],
    chosenOf(part, choice) {
      const own = choice.period === "own" ? ownPeriod(choice.firstDay, choice.lastDay) : null;
      if (part === "period" && own) return days(own);
      const chosen = choice[part] ?? ANY;
      return options[part].find(({ id }) => id === chosen)?.label ?? chosen;
    },
  };
}

/** The choice with one part of it changed, as a list names what was picked. */
export function withPart(
  choice: HistoryChoice,
  part: ChoicePart,
  id: string,
  now = new Date(),
): HistoryChoice {
  switch (part) {
    case "period":
      return withPeriod(choice, oneOf(HISTORY_PERIODS, id) ?? "all", now);
    case "marketId":
      return { ...choice, marketId: id === ANY ? null : id };
    case "side":
      return { ...choice, side: oneOf(["buy", "sell"], id) };
    case "result":
      return { ...choice, result: oneOf(HISTORY_RESULTS, id) };
    case "reason":
      return { ...choice, reason: oneOf(HISTORY_REASONS, id) };
  }
}
