// The orders of a trader at /order?type=…: holding, pending and history, each with its totals;
// live, page by page, pulled down to ask again; history with filters that the address keeps. Cards
// on a phone, a table on a desktop.

import { useStore } from "@truetick/ui/state";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useIsCut } from "../app/connection-state.ts";
import { PullScroller } from "../app/pull-scroller.tsx";
import { ScreenHeader } from "../app/screen-header.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { useMedia, WIDE } from "../app/use-media.ts";
import { CloseAllDialog } from "./close-all-dialog.tsx";
import { ALL_CHOSEN, chosenParts } from "./history-choice.ts";
import { HistoryFilters } from "./history-filters.tsx";
import { OrderRows } from "./order-rows.tsx";
import { OrderTabs, tabOfType } from "./order-tabs.tsx";
import { OrderTotals } from "./order-totals.tsx";
import styles from "./orders.screen.module.css";
import { useHistoryChoice } from "./use-history-choice.ts";
import { useOrders } from "./use-orders.ts";

export function OrdersScreen() {
  const { router } = useApp();
  const t = useTranslations("orders");
  const { query } = useStore(router.location);
  const tab = tabOfType(query.get("type"));
  const chosen = useHistoryChoice();
  const orders = useOrders(tab, tab === "history" ? chosen.filter : null);
  const isWide = useMedia(WIDE);
  const isCut = useIsCut();
  const tellFailure = useTellFailure();
  const [isClosingAll, setIsClosingAll] = useState(false);
  const isFiltered = tab === "history" && chosenParts(chosen.choice).length > 0;
  const refresh = async () => {
    const failure = await orders.refresh();
    // With rows on the screen a toast says it; without any, the screen itself does.
    if (failure && orders.list.phase === "ready") tellFailure(failure);
  };
  return (
    <div className={styles.screen} data-cut={isCut}>
      <ScreenHeader title={t("title")} />
      <OrderTabs chosen={tab} />
      {tab === "history" && <HistoryFilters chosen={chosen} />}
      <PullScroller name="orders" className={styles.list} refresh={refresh}>
        <OrderTotals tab={tab} list={orders.list} onCloseAll={() => setIsClosingAll(true)} />
        <OrderRows
          tab={tab}
          orders={orders}
          look={isWide ? "table" : "cards"}
          onClear={isFiltered ? () => chosen.change(ALL_CHOSEN) : null}
        />
      </PullScroller>
      {isClosingAll && <CloseAllDialog onClose={() => setIsClosingAll(false)} />}
    </div>
  );
}
