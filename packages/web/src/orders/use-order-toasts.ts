// Says what became of an act on an order, in figures: at which price it closed and what that made.

import type { ClosedOrder, ClosedOrders, Order } from "@truetick/contract";
import { useNotation, writeDecimal, writeSigned } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { twoDecimals } from "../user/two-decimals.ts";

export function useOrderToasts() {
  const { toasts } = useApp();
  const t = useTranslations("orders.done");
  const words = useTranslations("orders");
  const notation = useNotation();
  const done = (title: string, text?: string) => toasts.show({ tone: "done", title, text });
  const money = (text: string) => writeSigned(twoDecimals(text), notation);
  return {
    closed(order: Order, { lots, closingPrice, profit }: ClosedOrder) {
      done(
        t("closed", {
          lots: writeDecimal(lots, notation),
          market: order.market.displayCode,
          price: writeDecimal(closingPrice, notation),
        }),
        t("result", { profit: money(profit) }),
      );
    },
    /** `positions` are those that were open when it was asked for. */
    closedAll({ orders, profitTotal, left }: ClosedOrders, positions: readonly Order[]) {
      done(t("closedAll", { count: orders.length }), t("result", { profit: money(profitTotal) }));
      if (left.length === 0) return;
      const why = left.map(({ id, reason }) => {
        const market = positions.find((order) => order.id === id)?.market.displayCode ?? id;
        return words(`left.${reason}`, { market });
      });
      const title = words("stillOpen", { count: left.length });
      toasts.show({ tone: "failed", title, text: [...new Set(why)].join(". ") });
    },
    cancelled: (order: Order) => done(t("cancelled", { market: order.market.displayCode })),
    stopsSet: (order: Order) => done(t("stopsSet", { market: order.market.displayCode })),
    amended: (order: Order) => done(t("amended", { market: order.market.displayCode })),
  };
}
