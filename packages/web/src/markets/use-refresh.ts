// Asks for the list of markets again and tells the reader when that failed. With rows on the screen
// a toast says it; without any, the screen itself does.

import { useCallback } from "react";
import { useApp } from "../app/app.ts";
import { useTellFailure } from "../app/use-failure.ts";

export function useRefreshMarkets(): () => Promise<void> {
  const { markets } = useApp();
  const tellFailure = useTellFailure();
  return useCallback(async () => {
    const failure = await markets.refresh();
    if (failure && markets.get().phase === "ready") tellFailure(failure);
  }, [markets, tellFailure]);
}
