// The time of day in Unix seconds, again every few seconds, for ages and deadlines on the screen.

import { useEffect, useState } from "react";

const EVERY_MS = 10_000;

const nowSec = () => Math.floor(Date.now() / 1_000);

export function useNowSec(everyMs = EVERY_MS): number {
  const [now, setNow] = useState(nowSec);
  useEffect(() => {
    const timer = setInterval(() => setNow(nowSec()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
