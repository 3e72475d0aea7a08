// The search for markets: before anything is typed the ones opened last and those that others deal
// in, then whatever matches, with what matched marked. The rows are those of Quotes, with living
// prices and a star each. Arrows walk from the field into the rows; Enter opens the first.

import type { Market } from "@truetick/contract";
import { SearchField } from "@truetick/ui";
import { useEffect, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { MarketBrowserBody } from "../markets/market-browser.tsx";
import { recentMarkets } from "../markets/recent-markets.ts";
import { searchKeys } from "../markets/search-keys.ts";
import { type MarketBrowser, useMarketBrowser } from "../markets/use-market-browser.ts";
import { PopularMarkets } from "./popular-markets.tsx";
import styles from "./search.screen.module.css";

const NO_MARKETS: readonly Market[] = [];

function useRecent(browser: MarketBrowser): readonly Market[] {
  const { storage } = useApp();
  const { list } = browser;
  return useMemo(
    () => (list.phase === "ready" ? recentMarkets(storage, list.markets) : NO_MARKETS),
    [storage, list],
  );
}

export function MarketSearch() {
  const t = useTranslations("search");
  const quotes = useTranslations("quotes");
  const browser = useMarketBrowser();
  const recent = useRecent(browser);
  const field = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  // Whoever comes here comes to type.
  useEffect(() => field.current?.focus(), []);
  const isTyped = browser.search.trim() !== "";
  const isRecent = !isTyped && recent.length > 0;
  const shown = isRecent ? { ...browser, found: recent } : browser;
  const popular = !isTyped && browser.list.phase === "ready" && (
    <PopularMarkets markets={browser.list.markets} />
  );
  return (
    <>
      <SearchField
        ref={field}
        text={browser.search}
        label={quotes("search")}
        clearLabel={quotes("clearSearch")}
        shortcut="/"
        onText={browser.setSearch}
        onKeyDown={searchKeys(browser, rows)}
      />
      {!isRecent && popular}
      <section className={styles.part} aria-labelledby="found">
        <div className={styles.head}>
          <h2 id="found" className={styles.heading}>
            {isRecent ? t("recent") : t("markets")}
          </h2>
          {isTyped && browser.list.phase === "ready" && (
            <p className={styles.count} role="status">
              {quotes("count", { count: browser.found.length })}
            </p>
          )}
        </div>
        <div ref={rows} className={styles.list}>
          <MarketBrowserBody browser={shown} stars="always" />
        </div>
      </section>
      {isRecent && popular}
    </>
  );
}
