// The orders of a trader at /order?type=…: holding, pending and history, each with its totals;
// live, page by page, pulled down to ask again. Cards on a phone, a table on a desktop.

import { Spinner } from "@truetick/ui";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useIsCut } from "../app/connection-state.ts";
import { ScreenHeader } from "../app/screen-header.tsx";
import { useStore } from "../app/store.ts";
import { useTellFailure } from "../app/use-failure.ts";
import { useMedia, WIDE } from "../app/use-media.ts";
import { usePullToRefresh } from "../quotes/use-pull-to-refresh.ts";
import { CloseAllDialog } from "./end-order-dialog.tsx";
import { OrderRows } from "./order-rows.tsx";
import { OrderTabs, tabOfType } from "./order-tabs.tsx";
import { OrderTotals } from "./order-totals.tsx";
import styles from "./orders.screen.module.css";
import { useOrders } from "./use-orders.ts";

export function OrdersScreen() {
  const { router } = useApp();
  const t = useTranslations("orders");
  const { query } = useStore(router.location);
  const tab = tabOfType(query.get("type"));
  const orders = useOrders(tab);
  const isWide = useMedia(WIDE);
  const isCut = useIsCut();
  const tellFailure = useTellFailure();
  const list = useRef<HTMLDivElement>(null);
  const [isClosingAll, setIsClosingAll] = useState(false);
  usePullToRefresh(list, async () => {
    const failure = await orders.refresh();
    // With rows on the screen a toast says it; without any, the screen itself does.
    if (failure && orders.list.phase === "ready") tellFailure(failure);
  });
  return (
    <div className={styles.screen} data-cut={isCut}>
      <ScreenHeader title={t("title")} />
      <OrderTabs chosen={tab} />
      <div className={styles.stage}>
        <span className={styles.puller} aria-hidden="true">
          <RefreshCw size={18} className={styles.pullIcon} />
          <Spinner />
        </span>
        <div ref={list} className={styles.list} data-scroller="orders">
          <OrderTotals tab={tab} list={orders.list} onCloseAll={() => setIsClosingAll(true)} />
          <OrderRows tab={tab} orders={orders} look={isWide ? "table" : "cards"} />
        </div>
      </div>
      {isClosingAll && <CloseAllDialog onClose={() => setIsClosingAll(false)} />}
    </div>
  );
}
