// The market that the mouse or the keyboard is on, beside the table: its price large, its day, its
// terms, and the way to its chart.

import type { Market } from "@truetick/contract";
import { buttonClass, MarketLogo, Skeleton } from "@truetick/ui";
import ChartCandlestick from "lucide-react/icons/chart-candlestick";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { tradeAddress } from "../markets/current-market.ts";
import { LiveChange, LiveFigure, LivePrice, LiveRange } from "../markets/live-figures.tsx";
import { MarketSparkline } from "../markets/market-sparkline.tsx";
import { MarketTerms } from "../markets/terms.tsx";
import { useMarketState } from "../markets/use-quote.ts";
import styles from "./market-peek.module.css";

export function MarketPeek({ market }: { readonly market: Market }) {
  const { sparklines } = useApp();
  const t = useTranslations("quotes");
  const state = useMarketState(market.id);
  useEffect(() => sparklines.want(market.id), [sparklines, market.id]);
  return (
    // Keyed by the market: a new one starts with its own figures, not with a flash of the old.
    <aside key={market.id} className={styles.peek} aria-label={t("peek")} data-state={state}>
      <header className={styles.head}>
        <MarketLogo src={market.logo} size={36} />
        <div className={styles.names}>
          <h2 className={styles.code} dir="ltr">
            {market.displayCode}
          </h2>
          <p className={styles.name}>{market.name}</p>
        </div>
        <span className={styles.change}>
          <LiveChange market={market} />
        </span>
      </header>
      <dl className={styles.sides}>
        <div>
          <dt>{t("columns.bid")}</dt>
          <dd className={styles.price}>
            <LivePrice market={market} side="bid" />
          </dd>
        </div>
        <div className={styles.spread}>
          <dt>{t("columns.spread")}</dt>
          <dd>
            <LiveFigure market={market} figure="spread" />
          </dd>
        </div>
        <div>
          <dt>{t("columns.ask")}</dt>
          <dd className={styles.price}>
            <LivePrice market={market} side="ask" />
          </dd>
        </div>
      </dl>
      <MarketSparkline market={market} width={308} height={112} isFilled className={styles.day} />
      <div className={styles.range} dir="ltr">
        <LiveRange market={market} />
        <LiveFigure market={market} figure="low" />
        <span className={styles.rangeName}>{t("columns.dayRange")}</span>
        <LiveFigure market={market} figure="high" />
      </div>
      <MarketTerms market={market} />
      <Link
        to={tradeAddress(market)}
        className={`${buttonClass("primary", "regular")} ${styles.go}`}
      >
        <ChartCandlestick size={16} />
        {t("openChart")}
      </Link>
    </aside>
  );
}

/** Holds the pane's place while the list is being fetched. */
export function MarketPeekSkeleton() {
  return (
    <div className={styles.peek} aria-hidden="true">
      <Skeleton width="long" height="tall" />
      <Skeleton width="full" height="tall" />
      <Skeleton width="full" className={styles.day} />
    </div>
  );
}
