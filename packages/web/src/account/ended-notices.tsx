// Tells of orders that ended without the reader's doing, on whatever screen he is: a stop, a
// target, a stop-out, an order that lapsed. What he ended himself was told where he did it.

import type { EndedOrderNotice } from "@truetick/contract";
import { useNotation, writeDecimal, writeSigned } from "@truetick/ui";
import { useEffect, useEffectEvent } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useEndReason } from "../orders/order-words.ts";
import { twoDecimals } from "../user/two-decimals.ts";

const OWN_ACTS = new Set(["user", "demo-reset"]);

export function EndedNotices() {
  const { account, markets, toasts } = useApp();
  const t = useTranslations("account.ended");
  const notation = useNotation();
  const reasonOf = useEndReason();
  const tell = useEffectEvent((notice: EndedOrderNotice) => {
    if (OWN_ACTS.has(notice.reason)) return;
    const list = markets.get();
    const known = list.phase === "ready" ? list.markets : [];
    const market = known.find(({ id }) => id === notice.marketId)?.displayCode ?? "";
    const { status, reason, reasonText: text, closingPrice, profit } = notice;
    const why = reasonOf({ status, reason, text });
    if (status === "cancelled" || closingPrice === null) {
      toasts.show({ tone: "done", title: t("cancelled", { market }), text: why });
      return;
    }
    const price = writeDecimal(closingPrice, notation);
    const result = writeSigned(twoDecimals(profit), notation);
    toasts.show({
      tone: "done",
      title: t("closed", { market, price }),
      text: `${why} ${result} USD`,
    });
  });
  useEffect(() => account.onEnded((notice) => tell(notice)), [account]);
  return null;
}
