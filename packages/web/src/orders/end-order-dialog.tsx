// The question before a position is closed or an order cancelled. Says what it would bring at this
// moment; the answer says what it brought.

import { type Order, requestCancelOrder, requestCloseOrder } from "@truetick/contract";
import { ConfirmDialog, useNotation, writeDecimal } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { useOrderNow } from "../account/live-account.tsx";
import { MoneyText } from "../account/money-text.tsx";
import { ActNote } from "./act-note.tsx";
import styles from "./end-order-dialog.module.css";
import { useOrderAct } from "./use-order-act.ts";
import { useOrderToasts } from "./use-order-toasts.ts";

export function EndOrderDialog({
  order: asked,
  onClose,
}: {
  readonly order: Order;
  readonly onClose: () => void;
}) {
  const t = useTranslations("orders");
  const notation = useNotation();
  const act = useOrderAct();
  const tell = useOrderToasts();
  const order = useOrderNow(asked);
  const isPending = asked.status === "pending";
  const words = { lots: writeDecimal(order.lots, notation), market: order.market.displayCode };
  const confirm = () => {
    const leave = onClose;
    if (isPending) {
      act.run(requestCancelOrder(order.id), () => {
        leave();
        tell.cancelled(order);
      });
      return;
    }
    act.run(requestCloseOrder({ orderId: order.id, lots: null }), (closed) => {
      leave();
      tell.closed(order, closed);
    });
  };
  return (
    <ConfirmDialog
      isOpen
      title={isPending ? t("cancelOrder") : t("closePosition")}
      confirmLabel={isPending ? t("cancelOrder") : t("closePosition")}
      cancelLabel={t("back")}
      isWorking={act.phase === "working" || act.phase === "unsure"}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <div className={styles.words}>
        <p>{isPending ? t("cancelQuestion", words) : t("closeQuestion", words)}</p>
        {!isPending && (
          <p className={styles.result}>
            <span>{t("floating")}</span>
            <MoneyText text={order.profit} isSigned isExact />
          </p>
        )}
        <ActNote act={act} />
      </div>
    </ConfirmDialog>
  );
}
