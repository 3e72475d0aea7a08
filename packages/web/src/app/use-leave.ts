// The way back out of a screen: where one came from inside the app, or else to a place of its own,
// because going back from a link that was opened from outside would leave the app.

import { useCallback } from "react";
import { useApp } from "./app.ts";

export function useLeave(otherwise = "/"): () => void {
  const { router } = useApp();
  return useCallback(() => {
    if (router.location.get().depth > 0) window.history.back();
    else router.navigate(otherwise, { isReplacing: true });
  }, [router, otherwise]);
}
