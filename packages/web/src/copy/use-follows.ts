// The reader's follows as the server tells them, looked at again when one of them has changed and,
// while copies are open, every few seconds: their worth moves with the prices.

import { type Follow, requestFollows } from "@truetick/contract/copying";
import { useLookingAgain } from "../app/use-looking-again.ts";
import { type Reading, useRead } from "../app/use-read.ts";
import { useCopyNews } from "./use-copy-news.ts";

const LOOK_EVERY_MS = 2_000;

export function isRunning({ status }: Follow): boolean {
  return status !== "stopped";
}

export function useFollows(): Reading<readonly Follow[]> {
  const reading = useRead(requestFollows);
  const { state, again, isAsking } = reading;
  const hasOpen = state.phase === "ready" && state.value.some(({ orders }) => orders > 0);
  useCopyNews(again);
  useLookingAgain({ look: again, isAsking }, hasOpen ? LOOK_EVERY_MS : null);
  return reading;
}

/** Where the page of a follow lives. */
export function followPath(id: string): string {
  return `/copy/follow?id=${encodeURIComponent(id)}`;
}
