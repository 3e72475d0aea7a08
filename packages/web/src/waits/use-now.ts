// The time of now, looked at again every so often, for whatever shows an age or a deadline.

import { useEffect, useState } from "react";

/** What ends at a moment is seen to end then: nobody waits for a wait that is over. */
const LOOK_EVERY_MS = 1_000;

/** Unix seconds. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs / 1_000;
}
