// The search for markets: before anything is typed the ones opened last, then whatever matches. The
// rows are those of Quotes, with living prices.

import type { Market } from "@truetick/contract";
import { SearchField } from "@truetick/ui";
import { useMemo, useRef } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { MarketBrowserBody } from "../markets/market-browser.tsx";
import { recentMarkets } from "../markets/recent-markets.ts";
import { type MarketBrowser, useMarketBrowser } from "../markets/use-market-browser.ts";
import { useSearchKey } from "../markets/use-search-key.ts";
import styles from "./search.screen.module.css";

function useRecent(browser: MarketBrowser): readonly Market[] {
  const { storage } = useApp();
  const { list } = browser;
  return useMemo(
    () => (list.phase === "ready" ? recentMarkets(storage, list.markets) : []),
    [storage, list],
  );
}

export function MarketSearch() {
  const t = useTranslations("search");
  const quotes = useTranslations("quotes");
  const browser = useMarketBrowser();
  const recent = useRecent(browser);
  const field = useRef<HTMLInputElement>(null);
  useSearchKey(field);
  const isRecent = browser.search === "" && recent.length > 0;
  const shown = isRecent ? { ...browser, found: recent } : browser;
  return (
    <>
      <SearchField
        ref={field}
        text={browser.search}
        label={quotes("search")}
        clearLabel={quotes("clearSearch")}
        shortcut="/"
        onText={browser.setSearch}
      />
      <h2 className={styles.heading}>{isRecent ? t("recent") : t("markets")}</h2>
      <div className={styles.list}>
        <MarketBrowserBody browser={shown} />
      </div>
    </>
  );
}
