// Looks again a few times while something is on its way (being credited, being paid), so that its
// end is seen. Only a few: every look at money or people is written down.

import { useEffect, useRef, useState } from "react";

const LOOK_AFTER_MS = [1_500, 3_000, 6_000, 12_000, 24_000, 48_000];

export function useFollow(isMoving: boolean, again: () => void): void {
  const [looks, setLooks] = useState(0);
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => {
    const afterMs = LOOK_AFTER_MS[looks];
    if (!isMoving || afterMs === undefined) return;
    const timer = setTimeout(() => {
      setLooks(looks + 1);
      latest.current();
    }, afterMs);
    return () => clearTimeout(timer);
  }, [isMoving, looks]);
}
