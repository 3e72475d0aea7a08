// The keys of a search field above a table of markets: Escape clears what was typed, the arrow down
// walks into the rows, Enter opens the first that was found.

import type { KeyboardEvent, RefObject } from "react";
import type { MarketBrowser } from "./use-market-browser.ts";

export function searchKeys(
  { search, setSearch }: Pick<MarketBrowser, "search" | "setSearch">,
  rows: RefObject<HTMLElement | null>,
): (event: KeyboardEvent<HTMLInputElement>) => void {
  return (event) => {
    if (event.key === "Escape" && search !== "") {
      event.preventDefault();
      setSearch("");
    }
    if (event.key !== "ArrowDown" && event.key !== "Enter") return;
    event.preventDefault();
    const first = rows.current?.querySelector<HTMLElement>("tbody a");
    first?.focus();
    // What was searched for opens at once; without a search there is nothing to open.
    if (event.key === "Enter" && search.trim() !== "") first?.click();
  };
}
