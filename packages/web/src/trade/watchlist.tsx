// The list of markets beside the chart, and the same list as a sheet on phones: search, chips and
// the table in its narrow form. Choosing one changes the market in place.

import { ChipRow, SearchField, Sheet } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { MarketBrowserBody } from "../markets/market-browser.tsx";
import { useMarketBrowser } from "../markets/use-market-browser.ts";
import { useSearchKey } from "../markets/use-search-key.ts";
import styles from "./watchlist.module.css";

function MarketList({
  currentId,
  look,
}: {
  readonly currentId: string;
  readonly look: "pane" | "sheet";
}) {
  const t = useTranslations("quotes");
  const browser = useMarketBrowser();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useSearchKey(field);
  useEffect(() => {
    list.current?.querySelector("[data-current=true]")?.scrollIntoView({ block: "center" });
  }, []);
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape" && browser.search !== "") {
      event.preventDefault();
      browser.setSearch("");
    }
    if (event.key !== "ArrowDown" && event.key !== "Enter") return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>("tbody a")?.focus();
  };
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
          onKeyDown={keys}
        />
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
        <MarketBrowserBody browser={browser} currentId={currentId} isReplacing />
      </div>
    </>
  );
}

export function Watchlist({ currentId }: { readonly currentId: string }) {
  const t = useTranslations("trade");
  return (
    <aside className={styles.pane} aria-label={t("watchlist")}>
      <MarketList currentId={currentId} look="pane" />
    </aside>
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
