// Asks for something again every so often, but only while the page is in sight: a tab in the
// background asks for nothing, and looks once when it comes back.

import { useEffect, useEffectEvent } from "react";

/** Never, when the pause is null. */
export function useLookingAgain(look: () => void, everyMs: number | null): void {
  const lookNow = useEffectEvent(look);
  useEffect(() => {
    if (everyMs === null) return undefined;
    const lookIfSeen = () => {
      if (document.visibilityState === "visible") lookNow();
    };
    const timer = setInterval(lookIfSeen, everyMs);
    document.addEventListener("visibilitychange", lookIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", lookIfSeen);
    };
  }, [everyMs]);
}
