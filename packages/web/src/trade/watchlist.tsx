// The list of markets beside the chart, and the same list as a sheet on phones: search, chips and
// the table in its narrow form. Choosing one changes the market in place.

import { ChipRow, IconButton, SearchField, Sheet } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import PanelLeftClose from "lucide-react/icons/panel-left-close";
import PanelLeftOpen from "lucide-react/icons/panel-left-open";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { MarketBrowserBody } from "../markets/market-browser.tsx";
import { searchKeys } from "../markets/search-keys.ts";
import { useMarketBrowser } from "../markets/use-market-browser.ts";
import { Divider } from "./divider.tsx";
import type { PanelSet } from "./use-panels.ts";
import styles from "./watchlist.module.css";

function MarketList({
  currentId,
  look,
  isSearching = false,
  aside,
}: {
  readonly currentId: string;
  readonly look: "pane" | "sheet";
  /** It was opened to search in it. */
  readonly isSearching?: boolean;
  /** Beside the search. */
  readonly aside?: ReactNode;
}) {
  const t = useTranslations("quotes");
  const browser = useMarketBrowser();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isSearching) field.current?.focus();
  }, [isSearching]);
  useEffect(() => {
    list.current?.querySelector("[data-current=true]")?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <>
      <div className={styles.search}>
        <SearchField
          ref={field}
          text={browser.search}
          label={t("search")}
          clearLabel={t("clearSearch")}
          shortcut="/"
          onText={browser.setSearch}
          onKeyDown={searchKeys(browser, list)}
          className={styles.field}
        />
        {aside}
      </div>
      <ChipRow
        chips={browser.chips}
        chosen={browser.categoryId}
        label={t("categories")}
        isDense={look === "pane"}
        className={styles.chips}
        onChoose={browser.chooseCategory}
      />
      <div ref={list} className={styles.list} data-scroller="watchlist">
        <MarketBrowserBody browser={browser} currentId={currentId} isReplacing isNarrow />
      </div>
    </>
  );
}

/** The list with the line to draw it by, or the way to bring it back. */
export function WatchlistPanel({
  currentId,
  panels,
}: {
  readonly currentId: string;
  readonly panels: PanelSet;
}) {
  const t = useTranslations("trade");
  const [isSearching, setIsSearching] = useState(false);
  if (!panels.isWatchlistOpen) {
    return (
      <div className={styles.rail}>
        <IconButton
          icon={PanelLeftOpen}
          label={t("show.watchlist")}
          className={styles.fold}
          data-opens-search=""
          onClick={() => {
            setIsSearching(true);
            panels.openWatchlist(true);
          }}
        />
      </div>
    );
  }
  return (
    <>
      <aside className={styles.pane} aria-label={t("watchlist")}>
        <MarketList
          currentId={currentId}
          look="pane"
          isSearching={isSearching}
          aside={
            <IconButton
              icon={PanelLeftClose}
              label={t("hide.watchlist")}
              className={styles.fold}
              onClick={() => panels.openWatchlist(false)}
            />
          }
        />
      </aside>
      <Divider
        name="watchlist"
        label={t("resize.watchlist")}
        size={panels.watchlist}
        onSize={(size) => panels.resize("watchlist", size)}
        onReset={() => panels.reset("watchlist")}
      />
    </>
  );
}

export function MarketPicker({
  isOpen,
  currentId,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly currentId: string;
  readonly onClose: () => void;
}) {
  const t = useTranslations("trade");
  const { visit } = useStore(useApp().router.location);
  const opened = useRef(visit);
  useEffect(() => {
    if (opened.current !== visit) onClose();
    opened.current = visit;
  }, [visit, onClose]);
  return (
    <Sheet
      isOpen={isOpen}
      title={t("watchlist")}
      closeLabel={t("close")}
      height="tall"
      onClose={onClose}
    >
      <MarketList currentId={currentId} look="sheet" />
    </Sheet>
  );
}
