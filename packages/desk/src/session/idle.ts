// Notices when nobody has touched the desk for long: a warning first, then the end of the session,
// as the server would end it. Reads the clock rather than counting, so that a laptop that slept is
// noticed when it wakes.

import { createStore, type ReadableStore } from "@truetick/ui/state";

/** The server ends a session that was not used for this long. */
export const IDLE_END_MS = 30 * 60_000;
export const IDLE_WARN_MS = 25 * 60_000;
const LOOK_EVERY_MS = 1_000;

export type Idle = {
  /** Seconds until the end while it is near; null otherwise. */
  readonly endsInSec: ReadableStore<number | null>;
  /** Somebody is here. */
  readonly touch: () => void;
  readonly stop: () => void;
};

/** Null while the end is far. */
export function secondsLeft(idleMs: number): number | null {
  if (idleMs < IDLE_WARN_MS) return null;
  return Math.max(0, Math.ceil((IDLE_END_MS - idleMs) / 1_000));
}

const SIGNS_OF_LIFE = ["pointerdown", "keydown", "wheel"] as const;

export function watchIdle(host: Window, onEnd: () => void): Idle {
  let touchedAtMs = Date.now();
  const endsInSec = createStore<number | null>(null);
  const touch = () => {
    touchedAtMs = Date.now();
    endsInSec.set(null);
  };
  const look = () => {
    const left = secondsLeft(Date.now() - touchedAtMs);
    endsInSec.set(left);
    if (left === 0) {
      stop();
      onEnd();
    }
  };
  // What stands on the screen must be answered; moving the pointer over it is no answer.
  const noticeLife = () => {
    if (endsInSec.get() === null) touch();
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  host.document.addEventListener("visibilitychange", look);
  for (const sign of SIGNS_OF_LIFE) host.addEventListener(sign, noticeLife, { passive: true });
  function stop(): void {
    clearInterval(timer);
    host.document.removeEventListener("visibilitychange", look);
    for (const sign of SIGNS_OF_LIFE) host.removeEventListener(sign, noticeLife);
  }
  return { endsInSec, touch, stop };
}
