// The list of markets while it loads and when there is nothing in it.

import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { showScreen } from "../testing/show-screen.tsx";
import { MarketBrowserBody } from "./market-browser.tsx";
import { ALL_CATEGORIES } from "./market-filter.ts";
import type { MarketListState } from "./market-list.ts";
import type { MarketBrowser } from "./use-market-browser.ts";

afterEach(cleanup);

const browserWith = (list: MarketListState): MarketBrowser => ({
  list,
  chips: [],
  categoryId: ALL_CATEGORIES,
  chooseCategory: () => undefined,
  search: "",
  setSearch: () => undefined,
  sort: null,
  pressSort: () => undefined,
  found: [],
  isFoundElsewhere: false,
  activeId: null,
  setActiveId: () => undefined,
});

test("a skeleton of 10 rows stands there until the list has come", async () => {
  await showScreen(<MarketBrowserBody browser={browserWith({ phase: "loading" })} />);
  expect(document.querySelectorAll("[data-skeleton] tbody tr")).toHaveLength(10);
  expect(screen.getByRole("status")).toBeTruthy();
});

test("without data an empty message says so", async () => {
  const list = { phase: "ready", markets: [], categories: [] } as const;
  await showScreen(<MarketBrowserBody browser={browserWith(list)} />);
  expect(document.querySelector("table")).toBeNull();
  expect(screen.getByRole("heading", { level: 2 }).textContent).not.toBe("");
});
