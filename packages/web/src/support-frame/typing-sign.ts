// That the other side is writing, for a few seconds after the last sign of it. Stands outside of
// the list, so that nothing jumps.

import { make } from "./make.ts";

const SHOWN_MS = 5_000;

export type TypingSign = {
  readonly element: HTMLElement;
  readonly show: (words: string) => void;
  readonly hide: () => void;
};

export function createTypingSign(): TypingSign {
  const element = make("p", "typing");
  element.setAttribute("role", "status");
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = () => {
    clearTimeout(timer);
    element.dataset.shown = "false";
  };
  return {
    element,
    hide,
    show(words) {
      element.textContent = words;
      element.dataset.shown = "true";
      clearTimeout(timer);
      timer = setTimeout(hide, SHOWN_MS);
    },
  };
}
