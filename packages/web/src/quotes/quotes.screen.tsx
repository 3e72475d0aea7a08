// Quotes, the home of the app: every market with its live bid and ask. On a phone one list under
// chips and a search; on a desktop a table with the day's range, and beside it the market that the
// mouse or the keyboard is on.

import { ChipRow, IconButton, SearchField, Skeleton } from "@truetick/ui";
import { useSelected } from "@truetick/ui/state";
import Search from "lucide-react/icons/search";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, Suspense, useLayoutEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useIsCut } from "../app/connection-state.ts";
import { lazyPart } from "../app/lazy-part.ts";
import { PullScroller } from "../app/pull-scroller.tsx";
import { ScreenHeader } from "../app/screen-header.tsx";
import { useIsNear } from "../app/use-is-near.ts";
import { useMedia, WIDE } from "../app/use-media.ts";
import { MarketBrowserBody } from "../markets/market-browser.tsx";
import { type MarketBrowser, useMarketBrowser } from "../markets/use-market-browser.ts";
import { useRefreshMarkets } from "../markets/use-refresh.ts";
import { MarketPeek, MarketPeekSkeleton } from "./market-peek.tsx";
import styles from "./quotes.screen.module.css";

const RiskWarning = lazyPart(
  async () => (await import("../transparency/risk-warning.tsx")).RiskWarning,
);

const CHIPS_EXPECTED = [1, 2, 3, 4];
/** From here on there is room for a market beside the table. */
const WITH_PEEK = "(min-width: 1180px)";

function useFieldKeys(browser: MarketBrowser, onLeave: () => void) {
  return (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape") {
      event.preventDefault();
      if (browser.search === "") onLeave();
      browser.setSearch("");
    }
    if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      const screen = event.currentTarget.closest("[data-screen]");
      const first = screen?.querySelector<HTMLElement>("tbody a");
      first?.focus();
      // What was searched for opens at once; without a search there is nothing to open.
      if (event.key === "Enter" && browser.search.trim() !== "") first?.click();
    }
  };
}

/** The phone's head: the title and an icon, or the field once the icon was tapped. */
function PhoneHead({ browser }: { readonly browser: MarketBrowser }) {
  const { router, siteStatus } = useApp();
  const t = useTranslations("quotes");
  const companies = useTranslations("companies");
  // On a portal the search is for companies, at an address of its own.
  const isPortal = useSelected(siteStatus, (site) => site?.isPortal === true);
  const [isOpen, setIsOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isJustOpened = useRef(false);
  // Only the tap on the icon asks for the keyboard, not coming back to a search that is open.
  useLayoutEffect(() => {
    if (isOpen && isJustOpened.current) field.current?.focus();
    isJustOpened.current = false;
  }, [isOpen]);
  const open = () => {
    isJustOpened.current = true;
    setIsOpen(true);
  };
  const close = () => {
    browser.setSearch("");
    setIsOpen(false);
  };
  const keys = useFieldKeys(browser, close);
  if (!isOpen && browser.search === "") {
    return (
      <ScreenHeader title={t("title")}>
        {isPortal ? (
          <IconButton
            icon={Search}
            label={companies("search")}
            onClick={() => router.navigate("/product")}
          />
        ) : (
          <IconButton icon={Search} label={t("search")} data-opens-search="" onClick={open} />
        )}
      </ScreenHeader>
    );
  }
  return (
    <header className={styles.searchHead}>
      <h1 className={styles.unseen}>{t("title")}</h1>
      <SearchField
        ref={field}
        text={browser.search}
        label={t("search")}
        clearLabel={t("clearSearch")}
        className={styles.field}
        onText={browser.setSearch}
        onKeyDown={keys}
      />
      <IconButton icon={X} label={t("closeSearch")} onClick={close} />
    </header>
  );
}

function WideHead({ browser }: { readonly browser: MarketBrowser }) {
  const t = useTranslations("quotes");
  const field = useRef<HTMLInputElement>(null);
  const keys = useFieldKeys(browser, () => field.current?.blur());
  return (
    <div className={styles.tools}>
      <h1 className={styles.unseen}>{t("title")}</h1>
      <SearchField
        ref={field}
        text={browser.search}
        label={t("search")}
        clearLabel={t("clearSearch")}
        shortcut="/"
        className={styles.wideField}
        onText={browser.setSearch}
        onKeyDown={keys}
      />
      <Chips browser={browser} />
      {browser.list.phase === "ready" && (
        <p className={styles.count} role="status">
          {t("count", { count: browser.found.length })}
        </p>
      )}
    </div>
  );
}

function Chips({ browser }: { readonly browser: MarketBrowser }) {
  const t = useTranslations("quotes");
  if (browser.list.phase !== "ready") {
    return (
      <div className={styles.noChips}>
        {browser.list.phase === "loading" &&
          CHIPS_EXPECTED.map((chip) => (
            <Skeleton key={chip} width="long" height="chip" className={styles.chip} />
          ))}
      </div>
    );
  }
  return (
    <ChipRow
      chips={browser.chips}
      chosen={browser.categoryId}
      label={t("categories")}
      className={styles.chips}
      onChoose={browser.chooseCategory}
    />
  );
}

/** The risk warning, fetched when the reader comes near the end of the list, not before. */
function RiskFoot() {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(place);
  return (
    <div ref={place} className={styles.foot}>
      <Suspense fallback={null}>{isNear && <RiskWarning />}</Suspense>
    </div>
  );
}

export function QuotesScreen() {
  const browser = useMarketBrowser();
  const isWide = useMedia(WIDE);
  const hasPeek = useMedia(WITH_PEEK);
  const isCut = useIsCut();
  const refresh = useRefreshMarkets();
  const shown = browser.found.find(({ id }) => id === browser.activeId) ?? browser.found[0];
  return (
    <div className={styles.screen} data-cut={isCut}>
      {isWide ? <WideHead browser={browser} /> : <PhoneHead browser={browser} />}
      {!isWide && <Chips browser={browser} />}
      <div className={styles.panes}>
        <PullScroller name="quotes" className={styles.list} refresh={refresh}>
          <MarketBrowserBody browser={browser} isSortable={isWide} isNarrow={!isWide} />
          {browser.list.phase === "ready" && <RiskFoot />}
        </PullScroller>
        {hasPeek && shown && <MarketPeek market={shown} />}
        {hasPeek && browser.list.phase === "loading" && <MarketPeekSkeleton />}
      </div>
    </div>
  );
}
