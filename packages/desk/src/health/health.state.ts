// The state of the server as the whole desk sees it: the last answer, whether it answers right now,
// and how long its answers have been taking. Asked every few seconds while the page is seen.

import { createStore, type ReadableStore } from "@truetick/ui/state";
import { useEffect, useState } from "react";
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

export type HealthStore = ReadableStore<HealthState> & { readonly ask: () => void };

/** Asks for as long as the page lives. */
export function watchHealth(host: Document): HealthStore {
  const state = createStore(FIRST);
  let isAsking = false;
  const ask = () => {
    if (isAsking || host.hidden) return;
    isAsking = true;
    void askHealth().then((answer) => {
      isAsking = false;
      state.set(afterAnswer(state.get(), answer));
    });
  };
  ask();
  setInterval(ask, ASK_EVERY_MS);
  host.addEventListener("visibilitychange", ask);
  return { get: state.get, subscribe: state.subscribe, ask };
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
