// Trade: one market with its live price, its chart, its terms, and the ticket to deal in it. A
// phone scrolls through them over a bar to sell and buy; a desktop is a workspace: watchlist, chart
// over the orders, ticket and account.

import type { Market } from "@truetick/contract";
import { Button, EmptyState, Skeleton } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import CloudOff from "lucide-react/icons/cloud-off";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useIsCut } from "../app/connection-state.ts";
import { useFailureCode, useFailureText } from "../app/use-failure.ts";
import { useMedia, WORKSPACE } from "../app/use-media.ts";
import { ChartPane } from "../chart/chart-pane.tsx";
import { useMarketState } from "../markets/use-quote.ts";
import { OrderDock } from "../orders/order-dock.tsx";
import { TicketBar } from "../ticket/ticket-bar.tsx";
import { TicketPanel } from "../ticket/ticket-panel.tsx";
import { usePlacedToast } from "../ticket/use-placed-toast.ts";
import { useTicket } from "../ticket/use-ticket.ts";
import { MarketSheet } from "./market-sheet.tsx";
import { PriceHeader } from "./price-header.tsx";
import styles from "./trade.screen.module.css";
import { Watchlist } from "./watchlist.tsx";

/** From here on there is room for the ticket beside the chart. */
const WITH_TICKET = "(min-width: 1280px)";

/** The market in the address, else the last one, else the first. */
function useMarket(): Market | null {
  const { markets, currentMarket, router } = useApp();
  const list = useStore(markets);
  const { path, query } = useStore(router.location);
  const asked = path === "/trade" ? query.get("market") : null;
  const market = list.phase === "ready" ? currentMarket.pick(list.markets, asked) : null;
  const code = market?.code;
  useEffect(() => {
    if (code && path === "/trade") currentMarket.choose(code);
  }, [code, path, currentMarket]);
  return market;
}

/** The ticket, and whether its sheet is open where it has no panel. */
function useTicketPlace(market: Market) {
  const hasPanel = useMedia(WITH_TICKET);
  const [isOpen, setIsOpen] = useState(false);
  const tell = usePlacedToast(market);
  const ticket = useTicket(market, {
    isShown: hasPanel || isOpen,
    onDone(placed) {
      setIsOpen(false);
      tell(placed);
    },
  });
  return { ticket, hasPanel, isOpen, setIsOpen };
}

function Workspace({ market }: { readonly market: Market }) {
  const isWorkspace = useMedia(WORKSPACE);
  const isCut = useIsCut();
  const state = useMarketState(market.id);
  const { ticket, hasPanel, isOpen, setIsOpen } = useTicketPlace(market);
  return (
    <div className={styles.workspace} data-cut={isCut} data-state={state}>
      {isWorkspace && <Watchlist currentId={market.id} />}
      <section className={styles.centre} aria-label={market.displayCode}>
        <div className={styles.scroller} data-scroller="trade">
          <PriceHeader key={market.id} market={market} />
          <ChartPane market={market} />
          {!isWorkspace && <MarketSheet market={market} />}
        </div>
        {isWorkspace && <OrderDock market={market} />}
        {!hasPanel && (
          <TicketBar
            ticket={ticket}
            isOpen={isOpen}
            onOpen={() => setIsOpen(true)}
            onClose={() => setIsOpen(false)}
          />
        )}
      </section>
      {hasPanel && <TicketPanel ticket={ticket} />}
    </div>
  );
}

export function TradeScreen() {
  const { markets } = useApp();
  const t = useTranslations("trade");
  const list = useStore(markets);
  const market = useMarket();
  const textOf = useFailureText();
  const codeOf = useFailureCode();
  if (market) return <Workspace market={market} />;
  if (list.phase === "failed") {
    return (
      <EmptyState
        icon={CloudOff}
        tone="warn"
        title={t("failed.title")}
        text={textOf(list.failure) ?? t("failed.text")}
        note={codeOf(list.failure)}
        actions={
          <Button kind="primary" size="touch" onClick={() => void markets.refresh()}>
            {t("failed.retry")}
          </Button>
        }
      />
    );
  }
  return (
    <div className={styles.loading} role="status" aria-label={t("loading")}>
      <Skeleton width="long" height="tall" />
      <Skeleton width="full" className={styles.waiting} />
    </div>
  );
}
