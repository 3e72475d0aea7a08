// Whether the page is at least so wide, as a hook. For what must not exist on the other size at
// all; what only looks different is left to the style sheet.

import { useCallback, useMemo, useSyncExternalStore } from "react";
import { PHONE_WIDTH_MAX } from "./device.ts";

/** From here on the shell has its navigation at the top instead of tabs below. */
export const WIDE = `(min-width: ${PHONE_WIDTH_MAX + 1}px)`;
/** From here on the bar at the top has room for all that must be known. */
export const ROOMY = "(min-width: 1180px)";
/** From here on Trade is a workspace of panels, with the ticket beside the chart. */
export const WORKSPACE = "(min-width: 1024px)";
/** From here on there is room for the orders under the chart. */
export const DOCKED = `${WIDE} and (min-height: 560px)`;

export function useMedia(query: string): boolean {
  const list = useMemo(() => window.matchMedia(query), [query]);
  const subscribe = useCallback(
    (listener: () => void) => {
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list.matches);
}
