// The body of a list of markets in whichever state it is: skeleton, failure with a way to try
// again, nothing found with a way out, or the table.

import { Button, buttonClass, EmptyState } from "@truetick/ui";
import CloudOff from "lucide-react/icons/cloud-off";
import RefreshCw from "lucide-react/icons/refresh-cw";
import SearchX from "lucide-react/icons/search-x";
import Star from "lucide-react/icons/star";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { useFailureCode, useFailureText } from "../app/use-failure.ts";
import { ALL_CATEGORIES, WATCHED } from "./market-filter.ts";
import { MarketTable, MarketTableSkeleton } from "./market-table.tsx";
import type { MarketBrowser } from "./use-market-browser.ts";

function NothingStarred({ browser }: { readonly browser: MarketBrowser }) {
  const t = useTranslations("quotes.nothing");
  return (
    <EmptyState
      icon={Star}
      title={t("watchTitle")}
      text={t("watchText")}
      actions={
        <>
          <Link to="/product" className={buttonClass("primary", "touch")}>
            {t("find")}
          </Link>
          <Button size="touch" onClick={() => browser.chooseCategory(ALL_CATEGORIES)}>
            {t("showAll")}
          </Button>
        </>
      }
    />
  );
}

function NothingFound({ browser }: { readonly browser: MarketBrowser }) {
  const t = useTranslations("quotes.nothing");
  const { search, setSearch, chooseCategory, categoryId, isFoundElsewhere } = browser;
  if (search.trim() === "" && categoryId === WATCHED) return <NothingStarred browser={browser} />;
  if (search.trim() === "") {
    return (
      <EmptyState
        icon={SearchX}
        title={t("emptyTitle")}
        text={t("emptyText")}
        actions={
          <Button onClick={() => chooseCategory(ALL_CATEGORIES)} size="touch">
            {t("showAll")}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={SearchX}
      title={t("title", { search: search.trim() })}
      text={isFoundElsewhere ? t("elsewhere") : t("text")}
      actions={
        <>
          {isFoundElsewhere && (
            <Button kind="primary" size="touch" onClick={() => chooseCategory(ALL_CATEGORIES)}>
              {t("searchAll")}
            </Button>
          )}
          <Button size="touch" onClick={() => setSearch("")}>
            {t("clear")}
          </Button>
        </>
      }
    />
  );
}

export function MarketBrowserBody({
  browser,
  currentId = null,
  isReplacing = false,
  isSortable = false,
  isNarrow = false,
  stars = "beside",
}: {
  readonly browser: MarketBrowser;
  readonly currentId?: string | null;
  readonly isReplacing?: boolean;
  /** The reader may choose the order by the head of the table. */
  readonly isSortable?: boolean;
  /** There will be no room for the day's range and the state. */
  readonly isNarrow?: boolean;
  readonly stars?: "beside" | "always";
}) {
  const { markets } = useApp();
  const t = useTranslations("quotes");
  const textOf = useFailureText();
  const codeOf = useFailureCode();
  const { list } = browser;
  if (list.phase === "loading") return <MarketTableSkeleton label={t("loading")} />;
  if (list.phase === "failed") {
    return (
      <EmptyState
        icon={CloudOff}
        tone="warn"
        title={t("failed.title")}
        text={textOf(list.failure) ?? t("failed.text")}
        note={codeOf(list.failure)}
        actions={
          <Button
            kind="primary"
            size="touch"
            icon={RefreshCw}
            onClick={() => void markets.refresh()}
          >
            {t("failed.retry")}
          </Button>
        }
      />
    );
  }
  if (browser.found.length === 0) return <NothingFound browser={browser} />;
  return (
    <MarketTable
      markets={browser.found}
      label={t("table")}
      activeId={browser.activeId}
      currentId={currentId}
      isReplacing={isReplacing}
      search={browser.search}
      stars={stars}
      isNarrow={isNarrow}
      sorting={isSortable ? { sort: browser.sort, onSort: browser.pressSort } : undefined}
      onActive={browser.setActiveId}
    />
  );
}
