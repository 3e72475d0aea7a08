// Keys that act on the whole screen: j and k, a, r, ?. Not while something is typed, not while a
// dialog is open, and never together with a modifier, which belongs to the browser.

import { useEffect, useRef } from "react";

/** By the key's own name: "j", "?", "Escape". */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

const TYPED_INTO = "input:not([type=radio],[type=checkbox]), textarea, select, [contenteditable]";

export function isFree(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector("dialog[open]") !== null) return false;
  return !(target instanceof Element && target.closest(TYPED_INTO) !== null);
}

export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act || !isFree(event)) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
