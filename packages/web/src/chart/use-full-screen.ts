// The chart over everything else. It is a place of its own in the address, so that the browser's
// back button leaves it and a reload keeps it; where the browser can, its own bars go away too.
// Escape leaves it. What lies behind cannot be reached meanwhile, except for messages.

import { useStore } from "@truetick/ui/state";
import { type RefObject, useEffect, useEffectEvent } from "react";
import { useApp } from "../app/app.ts";

const VIEW = "view";
const CHART = "chart";
const PLACE = "/trade";

export type FullScreen = {
  readonly isFull: boolean;
  readonly enter: () => void;
  readonly leave: () => void;
};

/** Keeps keys and readers out of all that is not on the way to the element. Answers how to undo. */
function isolate(element: HTMLElement): () => void {
  const barred: HTMLElement[] = [];
  for (let inside = element; inside.parentElement; inside = inside.parentElement) {
    for (const sibling of inside.parentElement.children) {
      const isBarred = sibling instanceof HTMLElement && sibling !== inside && !sibling.inert;
      if (!isBarred || sibling.matches("[data-toasts], script, style")) continue;
      sibling.inert = true;
      barred.push(sibling);
    }
    if (inside.parentElement === document.body) break;
  }
  return () => {
    for (const sibling of barred) sibling.inert = false;
  };
}

export function useFullScreen(pane: RefObject<HTMLElement | null>): FullScreen {
  const { router } = useApp();
  const { path, query, depth } = useStore(router.location);
  const isFull = path === PLACE && query.get(VIEW) === CHART;
  const addressWith = (view: string | null) => {
    const next = new URLSearchParams(query);
    if (view === null) next.delete(VIEW);
    else next.set(VIEW, view);
    const text = next.toString();
    return text === "" ? PLACE : `${PLACE}?${text}`;
  };
  const leave = () => {
    if (depth > 0) window.history.back();
    else router.navigate(addressWith(null), { isReplacing: true });
  };
  const leaveNow = useEffectEvent(leave);
  useEffect(() => {
    if (!isFull || !pane.current) return;
    const free = isolate(pane.current);
    const watch = new AbortController();
    const { signal } = watch;
    const hear = (event: KeyboardEvent) => {
      const isOpenElsewhere = document.querySelector("dialog:modal, :popover-open") !== null;
      if (event.key === "Escape" && !event.defaultPrevented && !isOpenElsewhere) leaveNow();
    };
    window.addEventListener("keydown", hear, { signal });
    // The browser has its own ways out of its full screen; all of them mean the same.
    const look = () => {
      if (!document.fullscreenElement) leaveNow();
    };
    document.addEventListener("fullscreenchange", look, { signal });
    return () => {
      watch.abort();
      free();
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => null);
    };
  }, [isFull, pane]);
  return {
    isFull,
    enter() {
      // The page as a whole, so that dialogs and messages are seen; not every browser can.
      void document.documentElement.requestFullscreen?.().catch(() => null);
      router.navigate(addressWith(CHART));
    },
    leave,
  };
}
