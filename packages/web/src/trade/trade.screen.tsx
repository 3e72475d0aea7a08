// Trade: one market with its live price, its chart, its terms, and the ticket to deal in it. A
// phone scrolls through them over a bar to sell and buy; a tablet has the orders under the chart; a
// desktop is a workspace of panels that can be drawn: watchlist, chart over the orders, ticket and
// account.

import type { Market } from "@truetick/contract";
import { Button, EmptyState, IconButton, Skeleton } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import CloudOff from "lucide-react/icons/cloud-off";
import { type CSSProperties, useEffect } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useIsCut } from "../app/connection-state.ts";
import { useFailureCode, useFailureText } from "../app/use-failure.ts";
import { DOCKED, useMedia, WORKSPACE } from "../app/use-media.ts";
import { useShortcuts } from "../app/use-shortcuts.ts";
import { useTurns } from "../app/use-turns.ts";
import { ChartPane } from "../chart/chart-pane.tsx";
import { ChartSkeleton } from "../chart/chart-skeleton.tsx";
import { useMarketState } from "../markets/use-quote.ts";
import { useStar } from "../markets/use-star.ts";
import { OrderDock } from "../orders/order-dock.tsx";
import { TicketBar } from "../ticket/ticket-bar.tsx";
import { TicketPanel } from "../ticket/ticket-panel.tsx";
import { type TicketPlace, useTicketPlace } from "../ticket/use-ticket-place.ts";
import { Divider } from "./divider.tsx";
import { MarketSheet } from "./market-sheet.tsx";
import { PriceHeader } from "./price-header.tsx";
import styles from "./trade.screen.module.css";
import { type PanelSet, usePanels } from "./use-panels.ts";
import { WatchlistPanel } from "./watchlist.tsx";

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

/** Sizes as the style sheet reads them. */
function sizesOf(sizes: Readonly<Record<string, number>>): CSSProperties {
  const entries = Object.entries(sizes).map(([name, size]) => [`--${name}`, `${size}px`]);
  return Object.fromEntries(entries);
}

/** The orders under the chart, with the line above them to be drawn. */
function Dock({ market, panels }: { readonly market: Market; readonly panels: PanelSet }) {
  const t = useTranslations("trade");
  const { isDockOpen, openDock } = panels;
  const fold = () => openDock(!isDockOpen);
  return (
    <>
      <Divider
        name="dock"
        label={t("resize.dock")}
        size={panels.dock}
        isFolded={!isDockOpen}
        onSize={(size) => panels.resize("dock", size)}
        onReset={() => panels.reset("dock")}
        onFold={fold}
      />
      <div className={styles.dock} data-folded={!isDockOpen}>
        <OrderDock
          market={market}
          isFolded={!isDockOpen}
          onUnfold={() => openDock(true)}
          aside={
            <IconButton
              icon={isDockOpen ? ChevronDown : ChevronUp}
              label={t(isDockOpen ? "hide.dock" : "show.dock")}
              aria-expanded={isDockOpen}
              onClick={fold}
            />
          }
        />
      </div>
    </>
  );
}

function TicketSide({ place, panels }: { readonly place: TicketPlace; readonly panels: PanelSet }) {
  const t = useTranslations("trade");
  return (
    <>
      <Divider
        name="ticket"
        label={t("resize.ticket")}
        size={panels.ticket}
        onSize={(size) => panels.resize("ticket", size)}
        onReset={() => panels.reset("ticket")}
      />
      <div className={styles.ticket}>
        <TicketPanel ticket={place.ticket} />
      </div>
    </>
  );
}

function Workspace({ market }: { readonly market: Market }) {
  const hasDock = useMedia(DOCKED);
  const isWorkspace = useMedia(WORKSPACE);
  // The price first, then the way to deal at it, then the chart.
  const turn = useTurns(2);
  const panels = usePanels();
  const isCut = useIsCut();
  const state = useMarketState(market.id);
  const place = useTicketPlace(market);
  const star = useStar(market);
  useShortcuts({
    b: () => place.begin("buy"),
    s: () => place.begin("sell"),
    w: star.toggle,
  });
  return (
    <div
      className={styles.workspace}
      data-cut={isCut}
      data-state={state}
      style={sizesOf({ watchlist: panels.watchlist, ticket: panels.ticket })}
    >
      {isWorkspace && <WatchlistPanel currentId={market.id} panels={panels} />}
      <section
        className={styles.centre}
        aria-label={market.displayCode}
        style={sizesOf({ dock: panels.dock })}
      >
        <div className={styles.scroller} data-scroller="trade">
          <div className={styles.head}>
            <PriceHeader
              key={market.id}
              market={market}
              hasPicker={!isWorkspace || !panels.isWatchlistOpen}
            />
          </div>
          {turn > 1 ? <ChartPane market={market} /> : <ChartSkeleton />}
          {turn > 1 && !hasDock && <MarketSheet market={market} />}
        </div>
        {hasDock && <Dock market={market} panels={panels} />}
        {turn > 0 && !place.hasPanel && <TicketBar place={place} />}
      </section>
      {place.hasPanel && <TicketSide place={place} panels={panels} />}
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
      <ChartSkeleton />
    </div>
  );
}
