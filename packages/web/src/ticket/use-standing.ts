// Whether one can open on this market right now, and if not, why, in the reader's words: closed
// and when it opens, halted, for closing only, stale, or not connected.

import type { Market } from "@truetick/contract";
import { useTranslations } from "use-intl";
import { useIsCut } from "../app/connection-state.ts";
import { foreignText } from "../app/ltr-text.ts";
import { useMarketState, useOpeningTime } from "../markets/use-quote.ts";

export type Standing = {
  readonly kind: "open" | "closed" | "closingOnly" | "stale" | "cut" | "noLeverage";
  /** Empty when it is open. */
  readonly text: string;
};

export function useStanding(market: Market): Standing {
  const t = useTranslations("ticket.standing");
  const state = useMarketState(market.id);
  const opensAt = useOpeningTime(market.id);
  const isCut = useIsCut();
  if (isCut) return { kind: "cut", text: t("cut") };
  if (state === "closed") {
    const { haltReason } = market;
    if (haltReason !== null)
      return { kind: "closed", text: t("halted", { reason: foreignText(haltReason) }) };
    return { kind: "closed", text: opensAt === null ? t("closed") : t("opens", { time: opensAt }) };
  }
  if (state === "closingOnly") {
    const { closingOnlyReason: reason } = market;
    const text =
      reason === null ? t("closingOnly") : t("closingOnlyWhy", { reason: foreignText(reason) });
    return { kind: "closingOnly", text };
  }
  if (state !== "live") return { kind: "stale", text: t("stale") };
  if (market.leverages.length === 0) return { kind: "noLeverage", text: t("noLeverage") };
  return { kind: "open", text: "" };
}
