// Asks for something again every so often, but only while the page is in sight: a tab in the
// background asks for nothing, and looks once when it comes back. Nor is anything asked while an
// answer is under way: asking anew gives that one up, and slow ones would never come.

import { useEffect, useEffectEvent } from "react";

type Sight = {
  readonly look: () => void;
  readonly isAsking: () => boolean;
};

/** Never, when the pause is null. */
export function useLookingAgain({ look, isAsking }: Sight, everyMs: number | null): void {
  const lookNow = useEffectEvent(() => {
    if (!isAsking()) look();
  });
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
