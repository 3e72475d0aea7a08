// Says what became of an order that was sent: filled, at which price and how far from the one that
// was seen, or waiting for its price; with the way to it. After a single tap also the way out.

import type { PlacedOrder } from "@truetick/contract";
import { useNotation, writeDecimal } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { twoDecimals } from "../user/two-decimals.ts";
import { slippageOf } from "./slippage.ts";
import { useCloseAtOnce } from "./use-close-at-once.ts";
import type { Sent } from "./use-sending.ts";

export function usePlacedToast(): (placed: PlacedOrder, sent: Sent) => void {
  const { toasts, router } = useApp();
  const t = useTranslations("ticket.done");
  const notation = useNotation();
  const closeAtOnce = useCloseAtOnce();
  const money = (text: string) => writeDecimal(twoDecimals(text), notation);
  return (placed, { market, isAtOnce }) => {
    const { id, status, side } = placed;
    const words = {
      lots: writeDecimal(placed.lots, notation),
      market: market.displayCode,
      price: writeDecimal(placed.openPrice ?? placed.askedPrice, notation),
    };
    const slippage = slippageOf(placed, market);
    const asked = writeDecimal(placed.askedPrice, notation);
    const cost = t("cost", { margin: money(placed.margin), fee: money(placed.fee), id });
    const said = slippage
      ? [t(`seen.${slippage.kind}`, { asked, pips: writeDecimal(slippage.pips, notation) }), cost]
      : [cost];
    const isFilled = status === "holding";
    const view = () => router.navigate(`/order?type=${isFilled ? 1 : 0}&id=${id}`);
    const acts = [{ label: t("view"), run: view }];
    if (isFilled && isAtOnce) {
      acts.push({ label: t("close"), run: () => closeAtOnce(id, market.displayCode) });
    }
    toasts.show({
      tone: "done",
      title: t(`${isFilled ? "filled" : "waiting"}.${side}`, words),
      text: said.join(" "),
      acts,
    });
  };
}
