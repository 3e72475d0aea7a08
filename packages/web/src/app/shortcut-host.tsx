// The keys that act on every screen: `/` goes to the search that is on it (or to the search of its
// own), arrows go into the list of markets, `?` lists all keys. Draws nothing until it is asked.

import { Suspense, useState } from "react";
import { useApp } from "./app.ts";
import { lazyPart } from "./lazy-part.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const ShortcutList = lazyPart(
  async () => (await import("../settings/shortcut-list.tsx")).ShortcutList,
);

/** The first that the reader can see: screens that are kept alive behind are no place to go. */
function findShown<T extends HTMLElement>(selector: string): T | undefined {
  return [...document.querySelectorAll<T>(selector)].find((found) => found.checkVisibility());
}

function enterList(): void {
  const row = findShown('tr[data-current="true"] a') ?? findShown('tr[data-active="true"] a');
  row?.focus();
}

export function ShortcutHost() {
  const { router, texts } = useApp();
  const [isListed, setIsListed] = useState(false);
  const search = () => {
    const field = findShown<HTMLInputElement>("main input[type=search]");
    const opener = findShown("main [data-opens-search]");
    if (!field && opener) opener.click();
    if (!field && !opener) router.navigate("/product");
    field?.focus();
    field?.select();
  };
  useShortcuts({
    "/": search,
    ArrowDown: enterList,
    ArrowUp: enterList,
    // The texts of the first screen alone do not name the keys.
    "?": () => void texts.complete().then(() => setIsListed(true)),
  });
  if (!isListed) return null;
  return (
    <Suspense>
      <ShortcutList onClose={() => setIsListed(false)} />
    </Suspense>
  );
}
