// Closes a position from the toast that told of it, at the market and all of it: sent once, and
// when nobody knows what became of it, asked about again under the same key (T01).

import { requestCloseOrder } from "@truetick/contract";
import { useNotation, writeDecimal, writeSigned } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ltrText } from "../app/ltr-text.ts";
import { useTellFailure } from "../app/use-failure.ts";
import { beginWrite, isOutcomeUnknown } from "../orders/write-once.ts";
import { twoDecimals } from "../user/two-decimals.ts";

export function useCloseAtOnce(): (orderId: string, market: string) => void {
  const { server, toasts } = useApp();
  const t = useTranslations("orders");
  const notation = useNotation();
  const tellFailure = useTellFailure();
  return (orderId, market) => {
    const attempt = beginWrite(server, requestCloseOrder({ orderId, lots: null }));
    const run = async () => {
      const answer = await attempt.send();
      if (answer.isOk) {
        const { lots, closingPrice, profit } = answer.value;
        const price = writeDecimal(closingPrice, notation);
        toasts.show({
          tone: "done",
          title: t("done.closed", { lots: writeDecimal(lots, notation), market, price }),
          text: t("done.result", { profit: ltrText(writeSigned(twoDecimals(profit), notation)) }),
        });
      } else if (isOutcomeUnknown(answer.failure)) {
        const acts = [{ label: t("act.askAgain"), run: () => void run() }];
        toasts.show({ tone: "failed", title: t("act.unknown"), acts });
      } else tellFailure(answer.failure);
    };
    void run();
  };
}
