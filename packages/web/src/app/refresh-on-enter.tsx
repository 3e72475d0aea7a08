// What every navigation does: it makes sure of the live socket, and entering Quotes or Trade asks
// for the list of markets again (the start has already asked for the first). Draws nothing.

import { useStore } from "@truetick/ui/state";
import { useEffect, useRef } from "react";
import { useRefreshMarkets } from "../markets/use-refresh.ts";
import { useApp } from "./app.ts";

const SHOWS_MARKETS = new Set(["/", "/trade"]);

export function RefreshOnEnter() {
  const { router, live } = useApp();
  const { path, visit } = useStore(router.location);
  const refresh = useRefreshMarkets();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit is a navigation
  useEffect(() => live.socket.ensure(), [live, visit]);
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    if (SHOWS_MARKETS.has(path)) void refresh();
  }, [path, refresh]);
  return null;
}
