// Says what became of an order that was sent: filled and at which price, or waiting for one.

import type { Market, PlacedOrder } from "@truetick/contract";
import { useNotation, writeDecimal } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { twoDecimals } from "../user/two-decimals.ts";

export function usePlacedToast(market: Market): (placed: PlacedOrder) => void {
  const { toasts } = useApp();
  const t = useTranslations("ticket.done");
  const notation = useNotation();
  return (placed) => {
    const words = {
      lots: writeDecimal(placed.lots, notation),
      market: market.displayCode,
      price: writeDecimal(placed.openPrice ?? placed.askedPrice, notation),
    };
    const money = (text: string) => writeDecimal(twoDecimals(text), notation);
    const kind = placed.status === "holding" ? "filled" : "waiting";
    toasts.show({
      tone: "done",
      title: t(`${kind}.${placed.side}`, words),
      text: t("cost", { margin: money(placed.margin), fee: money(placed.fee), id: placed.id }),
    });
  };
}
