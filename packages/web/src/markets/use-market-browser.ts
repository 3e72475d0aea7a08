// What the reader has chosen in a list of markets: the chip, the search, the order and the row.
// Quotes, the watchlist and the picker each hold one; a screen that is kept alive keeps it.

import type { Category, Market } from "@truetick/contract";
import type { Chip } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import Star from "lucide-react/icons/star";
import { useDeferredValue, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ALL_CATEGORIES, filterMarkets, WATCHED } from "./market-filter.ts";
import type { MarketListState } from "./market-list.ts";
import { nextSort, type Sort, type SortKey } from "./market-sort.ts";
import { useSorted } from "./use-sorted.ts";

const NO_MARKETS: readonly Market[] = [];
const NO_CATEGORIES: readonly Category[] = [];

export type MarketBrowser = {
  readonly list: MarketListState;
  readonly chips: readonly Chip[];
  readonly categoryId: string;
  readonly chooseCategory: (id: string) => void;
  readonly search: string;
  readonly setSearch: (text: string) => void;
  /** Null: the house's own order, and on the watchlist the order of starring. */
  readonly sort: Sort | null;
  readonly pressSort: (by: SortKey) => void;
  /** What the chip and the search leave, in that order. */
  readonly found: readonly Market[];
  /** Whether the search would find something under another chip. */
  readonly isFoundElsewhere: boolean;
  readonly activeId: string | null;
  readonly setActiveId: (id: string) => void;
};

export function useMarketBrowser(): MarketBrowser {
  const app = useApp();
  const list = useStore(app.markets);
  const { watchlist } = useStore(app.preferences);
  const t = useTranslations("quotes");
  const [categoryId, chooseCategory] = useState(ALL_CATEGORIES);
  const [search, setSearch] = useState("");
  const [sort, setSort] = useState<Sort | null>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const wanted = useDeferredValue(search);
  const markets = list.phase === "ready" ? list.markets : NO_MARKETS;
  const categories = list.phase === "ready" ? list.categories : NO_CATEGORIES;
  const chips = useMemo(
    () => [
      { id: WATCHED, label: t("watchlist"), icon: Star },
      { id: ALL_CATEGORIES, label: t("all") },
      ...categories.map(({ id, name }) => ({ id, label: name })),
    ],
    [categories, t],
  );
  const left = useMemo(
    () => filterMarkets(markets, { categoryId, search: wanted, watchlist }),
    [markets, categoryId, wanted, watchlist],
  );
  const found = useSorted(left, sort);
  const isFoundElsewhere =
    found.length === 0 &&
    filterMarkets(markets, { categoryId: ALL_CATEGORIES, search: wanted, watchlist }).length > 0;
  return {
    list,
    chips,
    categoryId,
    chooseCategory,
    search,
    setSearch,
    sort,
    pressSort: (by) => setSort((was) => nextSort(was, by)),
    found,
    isFoundElsewhere,
    activeId,
    setActiveId,
  };
}
