// The search for markets: before anything is typed the ones opened last and those that others deal
// in, then whatever matches, with what matched marked. The rows are those of Quotes, with living
// prices and a star each. Arrows walk from the field into the rows; Enter opens the first.

import type { Market } from "@truetick/contract";
import { SearchField } from "@truetick/ui";
import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { MarketBrowserBody } from "../markets/market-browser.tsx";
import { recentMarkets } from "../markets/recent-markets.ts";
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
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape" && browser.search !== "") {
      event.preventDefault();
      browser.setSearch("");
    }
    if (event.key !== "ArrowDown" && event.key !== "Enter") return;
    event.preventDefault();
    const first = rows.current?.querySelector<HTMLElement>("tbody a");
    first?.focus();
    if (event.key === "Enter" && isTyped) first?.click();
  };
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
        onKeyDown={keys}
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
