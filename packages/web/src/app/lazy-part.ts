// A part of the page that comes when the rest is there, and that the page is whole without. One
// that does not come, as in a tunnel, is asked for until it does: the watch over the platform's
// word is such a part.

import { type ComponentType, lazy } from "react";

const AGAIN_FIRST_MS = 2_000;
const AGAIN_MAX_MS = 60_000;

export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadUntilThere(load) }));
}

export async function loadUntilThere<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let waitMs = AGAIN_FIRST_MS; ; waitMs = Math.min(2 * waitMs, AGAIN_MAX_MS)) {
    try {
      return await load();
    } catch {
      await new Promise((resume) => setTimeout(resume, waitMs));
      askForStylesAgain();
    }
  }
}

/** Whoever imports again asks for the script only: a style sheet that failed stays away. */
export function askForStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")) {
    // One that failed has none, an empty one, or one that nobody may look into: browsers differ.
    try {
      if (link.sheet?.cssRules.length) continue;
    } catch {
      // Failed, and nobody may look into it.
    }
    link.replaceWith(link.cloneNode());
  }
}
