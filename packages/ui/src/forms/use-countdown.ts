// Counts down whole seconds to nothing: how long a button stays off after a code was sent. Follows
// the clock, so that a page that slept does not wait longer than the server does.

import { useEffect, useState } from "react";

const LOOK_EVERY_MS = 250;

export type Countdown = {
  readonly secondsLeft: number;
  readonly start: (seconds: number) => void;
};

export function useCountdown(now: () => number = Date.now): Countdown {
  const [endsAtMs, setEndsAtMs] = useState<number | null>(null);
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (endsAtMs === null) return;
    const look = () => {
      const left = Math.max(0, Math.ceil((endsAtMs - now()) / 1_000));
      setSecondsLeft(left);
      if (left === 0) setEndsAtMs(null);
    };
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [endsAtMs, now]);
  return {
    secondsLeft,
    start(seconds) {
      setSecondsLeft(Math.ceil(seconds));
      setEndsAtMs(now() + seconds * 1_000);
    },
  };
}
