// The health page's state: the last answer, whether the server is answering right now, and how long
// its answers have been taking. Asks again every few seconds while the page is seen.

import { useCallback, useEffect, useRef, useState } from "react";
import { ASK_EVERY_MS, askHealth, type HealthAnswer } from "./health.ts";

/** Five minutes of answers. */
export const TIMES_KEPT = 60;

export type HealthState = {
  readonly phase: "asking" | "answered" | "unreachable";
  /** The newest answer there has been, even while the server is unreachable. */
  readonly last: HealthAnswer | null;
  /** How long the last answers took, oldest first. */
  readonly timesMs: readonly number[];
};

const FIRST: HealthState = { phase: "asking", last: null, timesMs: [] };

/** The state after one more question. */
export function afterAnswer(state: HealthState, answer: HealthAnswer | null): HealthState {
  if (!answer) return { ...state, phase: "unreachable" };
  const timesMs = [...state.timesMs, answer.tookMs].slice(-TIMES_KEPT);
  return { phase: "answered", last: answer, timesMs };
}

export function useHealth(): { readonly state: HealthState; readonly ask: () => void } {
  const [state, setState] = useState(FIRST);
  const isAsking = useRef(false);
  const ask = useCallback(() => {
    if (isAsking.current || document.hidden) return;
    isAsking.current = true;
    void askHealth().then((answer) => {
      isAsking.current = false;
      setState((before) => afterAnswer(before, answer));
    });
  }, []);
  useEffect(() => {
    ask();
    const timer = setInterval(ask, ASK_EVERY_MS);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [ask]);
  return { state, ask };
}

/** The time of day, once a second, for what counts on between two answers. */
export function useNowMs(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
