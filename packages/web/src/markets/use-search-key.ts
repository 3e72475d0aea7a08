// The `/` key puts the cursor into the search, from anywhere on the screen that is not itself a
// field. Only while the screen is shown.

import { type RefObject, useEffect } from "react";

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

export function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey;
      if (event.key !== "/" || !isPlain || isTyping(event.target)) return;
      if (!field.current || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      field.current.focus();
      field.current.select();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [field]);
}
