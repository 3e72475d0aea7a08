// The screen's end of the talk with the framed page. Invariants: only the page in our own frame is
// heard, only what the talk knows, and only so much of it (T28); a frame that floods is deaf ears
// for the rest of the while.

import { readToParent, type ToFrame, type ToParent } from "./frame-talk.ts";

const WINDOW_MS = 10_000;
/** Reading, typing and sending come to a fraction of it. */
const HEARD_MAX = 100;

export type FrameDoor = {
  readonly say: (words: ToFrame) => void;
  readonly close: () => void;
};

export function openFrameDoor({
  frame,
  onSaid,
  host = window,
  now = () => performance.now(),
}: {
  readonly frame: HTMLIFrameElement;
  readonly onSaid: (said: ToParent) => void;
  readonly host?: Window;
  readonly now?: () => number;
}): FrameDoor {
  let startedAtMs = now();
  let heard = 0;
  const isWithinRate = () => {
    if (now() - startedAtMs >= WINDOW_MS) {
      startedAtMs = now();
      heard = 0;
    }
    heard += 1;
    return heard <= HEARD_MAX;
  };
  const hear = ({ source, origin, data }: MessageEvent) => {
    // The page is sandboxed: its origin is nobody's, and its window is that of our frame.
    if (source === null || source !== frame.contentWindow || origin !== "null") return;
    if (!isWithinRate()) return;
    const said = readToParent(data);
    if (said) onSaid(said);
  };
  host.addEventListener("message", hear);
  return {
    // Nobody's origin cannot be named; whose window it is, the frame's address and policy decide.
    say: (words) => frame.contentWindow?.postMessage(words, "*"),
    close: () => host.removeEventListener("message", hear),
  };
}
