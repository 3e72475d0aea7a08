// What the connection means for the reader: fine, under way, lost, or the whole device offline. A
// short stumble is not told; prices that nobody refreshes are.

import { useEffect, useState, useSyncExternalStore } from "react";
import type { Connection } from "../live/live-socket.ts";
import { useApp } from "./app.ts";

/** A reconnection that is quicker than this is nobody's business. */
const STUMBLE_MS = 1_200;

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribeOnline, () => navigator.onLine);
}

/** Also before the first word of the server: a list alone says nothing about the next second. */
function isUnheard({ phase, isFresh }: Connection): boolean {
  return phase !== "idle" && !isFresh;
}

/** True once the prices on the screen have not been refreshed for longer than a stumble. */
export function useIsCut(): boolean {
  const { connection } = useApp().live.socket;
  const [isCut, setIsCut] = useState(false);
  // Not read while rendering: a first render would begin anew when the first prices come.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      if (!isUnheard(connection.get())) {
        clearTimeout(timer);
        timer = undefined;
        setIsCut(false);
        return;
      }
      timer ??= setTimeout(() => setIsCut(true), STUMBLE_MS);
    };
    look();
    const unfollow = connection.subscribe(look);
    return () => {
      unfollow();
      clearTimeout(timer);
    };
  }, [connection]);
  return isCut;
}
