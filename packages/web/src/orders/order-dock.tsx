// The orders below the chart of the workspace: holding, pending, history and the market's terms, a
// tab each. Acts on rows stand in the rows.

import { ALL_HISTORY, type Market, type OrderTab } from "@truetick/contract";
import { Button, buttonClass } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { MarketSheet } from "../trade/market-sheet.tsx";
import { CloseAllDialog } from "./close-all-dialog.tsx";
import styles from "./order-dock.module.css";
import { OrderRows } from "./order-rows.tsx";
import tabStyles from "./order-tabs.module.css";
import { ORDER_TABS, TabName, useOpenCount } from "./order-tabs.tsx";
import { useOrders } from "./use-orders.ts";

type DockTab = OrderTab | "terms";

function DockRows({ tab }: { readonly tab: OrderTab }) {
  const orders = useOrders(tab, tab === "history" ? ALL_HISTORY : null);
  return <OrderRows tab={tab} orders={orders} look="dock" />;
}

export function OrderDock({
  market,
  isFolded = false,
  aside,
  onUnfold,
}: {
  readonly market: Market;
  /** Only its head is shown; choosing a tab opens it again. */
  readonly isFolded?: boolean;
  /** At the end of the head. */
  readonly aside?: ReactNode;
  readonly onUnfold?: () => void;
}) {
  const { session } = useApp();
  const t = useTranslations("orders");
  const isVisitor = useStore(session) === null;
  const holding = useOpenCount("holding");
  const [chosen, setChosen] = useState<DockTab>("holding");
  const [isClosingAll, setIsClosingAll] = useState(false);
  const tab: DockTab = isVisitor ? "terms" : chosen;
  const tabs: readonly DockTab[] = isVisitor ? ["terms"] : [...ORDER_TABS, "terms"];
  return (
    <section className={styles.dock} aria-label={t("title")}>
      <div className={styles.head}>
        <fieldset className={styles.tabs}>
          <legend className={styles.unseen}>{t("title")}</legend>
          {tabs.map((each) => (
            <button
              key={each}
              type="button"
              className={tabStyles.tab}
              aria-pressed={each === tab}
              onClick={() => {
                setChosen(each);
                if (isFolded) onUnfold?.();
              }}
            >
              {each === "terms" ? t("terms") : <TabName tab={each} />}
            </button>
          ))}
        </fieldset>
        <span className={styles.acts}>
          {tab === "holding" && holding > 0 && (
            <Button kind="ghost" size="dense" onClick={() => setIsClosingAll(true)}>
              {t("closeAll")}
            </Button>
          )}
          {tab === "history" && (
            <Link to="/order?type=3" className={buttonClass("ghost", "dense")}>
              {t("allHistory")}
            </Link>
          )}
          {aside}
        </span>
      </div>
      {!isFolded && (
        // Terms are long and have no control inside: the keyboard scrolls them by themselves.
        <div
          className={styles.body}
          data-scroller="dock"
          tabIndex={tab === "terms" ? 0 : undefined}
        >
          {tab === "terms" ? <MarketSheet market={market} /> : <DockRows key={tab} tab={tab} />}
        </div>
      )}
      {isClosingAll && <CloseAllDialog onClose={() => setIsClosingAll(false)} />}
    </section>
  );
}
